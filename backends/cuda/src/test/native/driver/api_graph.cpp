// Capture of streams, and graphs.
#include "calls.h"

using namespace emulator;

PELTON_API CUresult cuStreamBeginCapture_v2(CUstream handle, int mode) {
  return call_in_context("cuStreamBeginCapture", [&](Driver&, Context& context) {
    auto stream = stream_of(context, handle);
    if (stream == context.legacy()) throw Failure(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, "the legacy stream does not capture");
    if (stream->capture) throw Failure(CUDA_ERROR_INVALID_VALUE, "the stream captures already");
    if (mode < 0 || mode > 2) throw Failure(CUDA_ERROR_INVALID_VALUE, "a mode of capture");
    stream->capture = std::make_shared<Capture>(*stream, static_cast<CaptureMode>(mode));
    stream->frontier.clear();
  });
}

PELTON_API CUresult cuStreamEndCapture(CUstream handle, CUgraph* graph) {
  return call_in_context("cuStreamEndCapture", [&](Driver& state, Context& context) {
    require(graph, "graph");
    *graph = nullptr;
    auto stream = stream_of(context, handle);
    auto capture = stream->capture;
    if (!capture) throw Failure(CUDA_ERROR_ILLEGAL_STATE, "the stream does not capture");
    if (&capture->origin != stream.get()) throw Failure(CUDA_ERROR_STREAM_CAPTURE_UNMATCHED);
    if (capture->mode != CaptureMode::RELAXED && capture->thread != std::this_thread::get_id()) {
      throw Failure(CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD);
    }
    bool is_joined = capture->is_joined();
    capture->end();
    if (!capture->is_valid) throw Failure(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    if (!is_joined) throw Failure(CUDA_ERROR_STREAM_CAPTURE_UNJOINED);
    *graph = state.graphs.add(std::make_shared<Graph>(Graph{context, capture->nodes}));
  });
}

PELTON_API CUresult cuStreamIsCapturing(CUstream handle, int* status) {
  return call_in_context("cuStreamIsCapturing", [&](Driver&, Context& context) {
    require(status, "status");
    auto stream = stream_of(context, handle);
    *status = !stream->capture ? 0 : stream->capture->is_valid ? 1 : 2;
  });
}

PELTON_API CUresult cuGraphInstantiateWithFlags(CUgraphExec* executable, CUgraph handle, unsigned long long) {
  return call_in_context("cuGraphInstantiate", [&](Driver& state, Context& context) {
    require(executable, "executable graph");
    forbid_during_capture("instantiates a graph");
    auto graph = state.graphs.get(handle);
    check_owner(graph->context, context, "the graph");
    auto ordered = std::make_shared<Graph>(Graph{context, {}});
    for (size_t node : graph->order()) ordered->nodes.push_back({graph->nodes[node].operation, {}});
    *executable = state.executable_graphs.add(ordered);
  });
}

PELTON_API CUresult cuGraphUpload(CUgraphExec handle, CUstream stream) {
  return call_in_context("cuGraphUpload", [&](Driver& state, Context& context) {
    check_owner(state.executable_graphs.get(handle)->context, context, "the executable graph");
    stream_of(context, stream);
  });
}

PELTON_API CUresult cuGraphLaunch(CUgraphExec handle, CUstream stream_handle) {
  return call_in_context("cuGraphLaunch", [&](Driver& state, Context& context) {
    auto graph = state.executable_graphs.get(handle);
    check_owner(graph->context, context, "the executable graph");
    auto stream = stream_of(context, stream_handle);
    std::optional<FaultPoint> fault;
    if (!stream->capture) fault = state.faults.launches.count();
    if (fault == FaultPoint::CALL) throw Failure(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, "a launch fails on request");
    submit(context, *stream,
           {"graph of " + std::to_string(graph->nodes.size()) + " nodes",
            [&context, graph, fault] {
              if (fault) throw Failure(CUDA_ERROR_LAUNCH_FAILED, "a launch fails on request");
              for (const GraphNode& node : graph->nodes) context.execute(node.operation);
            },
            {}});
  });
}

PELTON_API CUresult cuGraphGetNodes(CUgraph handle, CUgraphNode* nodes, size_t* count) {
  return call_in_context("cuGraphGetNodes", [&](Driver& state, Context&) {
    require(count, "count");
    if (nodes != nullptr) throw Failure(CUDA_ERROR_NOT_SUPPORTED, "only the number of nodes is emulated");
    *count = state.graphs.get(handle)->nodes.size();
  });
}

PELTON_API CUresult cuGraphExecDestroy(CUgraphExec handle) {
  return call("cuGraphExecDestroy", [&](Driver& state) {
    Context& context = state.current();
    check_owner(state.executable_graphs.get(handle)->context, context, "the executable graph");
    state.executable_graphs.remove(handle);
    context.check();
  });
}

PELTON_API CUresult cuGraphDestroy(CUgraph handle) {
  return call("cuGraphDestroy", [&](Driver& state) {
    Context& context = state.current();
    check_owner(state.graphs.get(handle)->context, context, "the graph");
    state.graphs.remove(handle);
    context.check();
  });
}
