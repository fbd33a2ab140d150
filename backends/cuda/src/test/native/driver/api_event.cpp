// Events.
#include "calls.h"

using namespace emulator;

namespace {

void record(Context& context, Event& event, Stream& stream) {
  auto record = std::make_shared<EventRecord>();
  if (stream.capture) {
    record->is_captured = true;
    record->capture = stream.capture;
    record->frontier = stream.frontier;
  } else {
    submit(context, stream, {"cuEventRecord", [record] { record->time = std::chrono::steady_clock::now(); }, {}});
    record->mark = stream.tail();
  }
  event.record = record;
}

// What is to be waited for; null where the event was never recorded.
EventRecord* outside_of_captures(const Event& event) {
  if (event.record && event.record->is_captured) {
    if (auto capture = event.record->capture.lock()) capture->invalidate();
    throw Failure(CUDA_ERROR_CAPTURED_EVENT);
  }
  return event.record.get();
}

}  // namespace

PELTON_API CUresult cuEventCreate(CUevent* event, unsigned flags) {
  return call_in_context("cuEventCreate", [&](Driver& state, Context& context) {
    require(event, "event");
    *event = state.events.add(std::make_shared<Event>(Event{context, flags, nullptr}));
  });
}

PELTON_API CUresult cuEventDestroy_v2(CUevent handle) {
  return call("cuEventDestroy", [&](Driver& state) {
    Context& context = state.current();
    auto event = event_of(context, handle);
    state.events.remove(handle);
    context.check();
  });
}

PELTON_API CUresult cuEventRecord(CUevent event, CUstream stream) {
  return call_in_context("cuEventRecord", [&](Driver&, Context& context) {
    record(context, *event_of(context, event), *stream_of(context, stream));
  });
}

PELTON_API CUresult cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned) {
  return call_in_context("cuEventRecordWithFlags", [&](Driver&, Context& context) {
    record(context, *event_of(context, event), *stream_of(context, stream));
  });
}

PELTON_API CUresult cuEventSynchronize(CUevent handle) {
  return call_in_context("cuEventSynchronize", [&](Driver& state, Context& context) {
    auto event = event_of(context, handle);
    EventRecord* record = outside_of_captures(*event);
    if (record == nullptr) return;
    record->mark.stream->advance(record->mark.position);
    state.verify_guards();
    context.check();
  });
}

PELTON_API CUresult cuEventQuery(CUevent handle) {
  return call_in_context("cuEventQuery", [&](Driver&, Context& context) {
    auto event = event_of(context, handle);
    EventRecord* record = outside_of_captures(*event);
    if (record == nullptr || record->mark.is_done()) return;
    // Work goes on while somebody asks.
    record->mark.stream->step();
    context.check();
    throw Failure(CUDA_ERROR_NOT_READY);
  });
}

PELTON_API CUresult cuEventElapsedTime(float* milliseconds, CUevent begin, CUevent end) {
  return call_in_context("cuEventElapsedTime", [&](Driver&, Context& context) {
    require(milliseconds, "milliseconds");
    auto first = event_of(context, begin);
    auto second = event_of(context, end);
    if (((first->flags | second->flags) & CU_EVENT_DISABLE_TIMING) != 0) {
      throw Failure(CUDA_ERROR_INVALID_HANDLE, "an event does not keep the time");
    }
    EventRecord* from = outside_of_captures(*first);
    EventRecord* to = outside_of_captures(*second);
    if (from == nullptr || to == nullptr) throw Failure(CUDA_ERROR_INVALID_HANDLE, "an event was not recorded");
    if (!from->mark.is_done() || !to->mark.is_done()) throw Failure(CUDA_ERROR_NOT_READY);
    *milliseconds = std::chrono::duration<float, std::milli>(to->time - from->time).count();
  });
}
