// Streams.
#include "calls.h"

using namespace emulator;

namespace {

CUstream create(Driver& state, Context& context, unsigned flags, int priority) {
  if ((flags & ~CU_STREAM_NON_BLOCKING) != 0) throw Failure(CUDA_ERROR_INVALID_VALUE, "unknown flags of a stream");
  return state.streams.add(context.add_stream(flags, priority));
}

void wait_for(Context& context, Stream& stream, const Event& event) {
  const auto& record = event.record;
  if (!record) return;
  if (record->is_captured) {
    auto capture = record->capture.lock();
    if (!capture || !capture->is_valid) throw Failure(CUDA_ERROR_CAPTURED_EVENT);
    if (stream.capture && stream.capture != capture) {
      stream.capture->invalidate();
      capture->invalidate();
      throw Failure(CUDA_ERROR_STREAM_CAPTURE_MERGE);
    }
    capture->join(stream, record->frontier);
    return;
  }
  if (stream.capture) {
    stream.capture->invalidate();
    throw Failure(CUDA_ERROR_STREAM_CAPTURE_ISOLATION, "a capture waits for work outside of it");
  }
  submit(context, stream, {"cuStreamWaitEvent", [] {}, {record->mark}});
}

}  // namespace

PELTON_API CUresult cuStreamCreate(CUstream* stream, unsigned flags) {
  return call_in_context("cuStreamCreate", [&](Driver& state, Context& context) {
    require(stream, "stream");
    *stream = create(state, context, flags, 0);
  });
}

PELTON_API CUresult cuStreamCreateWithPriority(CUstream* stream, unsigned flags, int priority) {
  return call_in_context("cuStreamCreateWithPriority", [&](Driver& state, Context& context) {
    require(stream, "stream");
    *stream = create(state, context, flags, priority);
  });
}

PELTON_API CUresult cuStreamDestroy_v2(CUstream handle) {
  return call("cuStreamDestroy", [&](Driver& state) {
    Context& context = state.current();
    auto stream = state.streams.get(handle);
    check_owner(stream->context(), context, "the stream");
    if (stream->capture) {
      stream->capture->invalidate();
      stream->capture->end();
    }
    // Its work is still done.
    stream->is_retired = true;
    state.streams.remove(handle);
    context.check();
  });
}

PELTON_API CUresult cuStreamSynchronize(CUstream stream) {
  return call_in_context("cuStreamSynchronize",
                         [&](Driver&, Context& context) { synchronize(context, *stream_of(context, stream)); });
}

PELTON_API CUresult cuStreamQuery(CUstream handle) {
  return call_in_context("cuStreamQuery", [&](Driver&, Context& context) {
    auto stream = stream_of(context, handle);
    if (stream->capture) {
      stream->capture->invalidate();
      throw Failure(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, "asks for the work of a stream that captures");
    }
    if (stream->is_idle()) return;
    // Work goes on while somebody asks.
    stream->step();
    context.check();
    throw Failure(CUDA_ERROR_NOT_READY);
  });
}

PELTON_API CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned) {
  return call_in_context("cuStreamWaitEvent", [&](Driver& state, Context& context) {
    // Events of other contexts may be waited for: that is how devices wait for each other.
    wait_for(context, *stream_of(context, stream), *state.events.get(event));
  });
}

PELTON_API CUresult cuStreamGetPriority(CUstream stream, int* priority) {
  return call_in_context("cuStreamGetPriority", [&](Driver&, Context& context) {
    require(priority, "priority");
    *priority = stream_of(context, stream)->priority();
  });
}

PELTON_API CUresult cuStreamGetFlags(CUstream stream, unsigned* flags) {
  return call_in_context("cuStreamGetFlags", [&](Driver&, Context& context) {
    require(flags, "flags");
    *flags = stream_of(context, stream)->flags();
  });
}

PELTON_API CUresult cuStreamGetCtx(CUstream stream, CUcontext* owner) {
  return call_in_context("cuStreamGetCtx", [&](Driver&, Context& context) {
    require(owner, "context");
    *owner = stream_of(context, stream)->context().handle;
  });
}
