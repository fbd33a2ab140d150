#include "calls.h"

namespace emulator {
namespace {

const CUstream LEGACY = reinterpret_cast<CUstream>(1);

void invalidate_captures_of(const Context& context) {
  for (auto& entry : driver().streams.live()) {
    if (&entry.second->context() == &context && entry.second->capture) entry.second->capture->invalidate();
  }
}

}  // namespace

const char*& current_call() {
  thread_local const char* name = "none";
  return name;
}

void check_owner(const Context& owner, const Context& context, const char* what) {
  if (&owner != &context) driver().misuse(CUDA_ERROR_INVALID_HANDLE, std::string(what) + " belongs to another context");
}

std::shared_ptr<Stream> stream_of(Context& context, CUstream handle) {
  if (handle == nullptr || handle == LEGACY) return context.legacy();
  auto stream = driver().streams.get(handle);
  check_owner(stream->context(), context, "the stream");
  return stream;
}

std::shared_ptr<Event> event_of(Context& context, CUevent handle) {
  auto event = driver().events.get(handle);
  check_owner(event->context, context, "the event");
  return event;
}

void submit(Context& context, Stream& stream, Operation operation) {
  if (stream.capture) {
    stream.capture->add(stream, std::move(operation));
    return;
  }
  if (&stream == context.legacy().get() && context.is_blocking_stream_capturing()) {
    invalidate_captures_of(context);
    throw Failure(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT, "the legacy stream is used while a blocking stream captures");
  }
  context.enqueue(stream, std::move(operation));
  context.check();
}

void synchronize(Context& context, Stream& stream) {
  if (stream.capture) {
    stream.capture->invalidate();
    throw Failure(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, "waits for a stream that captures");
  }
  stream.advance(stream.tail().position);
  driver().verify_guards();
  context.check();
}

void forbid_during_capture(const char* what) {
  for (auto& entry : driver().streams.live()) {
    auto& capture = entry.second->capture;
    if (!capture || !capture->forbids_this_thread()) continue;
    capture->invalidate();
    throw Failure(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, std::string(what) + " while a stream captures");
  }
}

}  // namespace emulator
