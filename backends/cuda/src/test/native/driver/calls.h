#pragma once

#include <mutex>
#include <new>

#include "driver.h"

namespace emulator {

// The driver's function that the calling thread is in, for messages.
const char*& current_call();

// What every function of the driver begins and ends with.
template <typename Body>
CUresult call(const char* name, Body body) {
  Driver& state = driver();
  std::lock_guard<std::recursive_mutex> lock(state.mutex);
  current_call() = name;
  try {
    if (!state.is_initialized) throw Failure(CUDA_ERROR_NOT_INITIALIZED, "cuInit was not called");
    body(state);
    return CUDA_SUCCESS;
  } catch (const Failure& failure) {
    if (failure.code != CUDA_ERROR_NOT_READY) state.report(failure);
    return failure.code;
  } catch (const std::bad_alloc&) {
    return CUDA_ERROR_OUT_OF_MEMORY;
  }
}

// The same, for functions that need a context that has not failed.
template <typename Body>
CUresult call_in_context(const char* name, Body body) {
  return call(name, [&](Driver& state) {
    Context& context = state.current();
    context.check();
    body(state, context);
  });
}

// The stream of a handle, which must belong to the context; null is the legacy stream.
std::shared_ptr<Stream> stream_of(Context& context, CUstream handle);

std::shared_ptr<Event> event_of(Context& context, CUevent handle);

// A failure where an object belongs to another context.
void check_owner(const Context& owner, const Context& context, const char* what);

// Enqueues, or adds to what the stream captures.
void submit(Context& context, Stream& stream, Operation operation);

// Waits for the stream, throwing what the context fails with, and looks at the guard zones.
void synchronize(Context& context, Stream& stream);

// A failure where some stream captures in a mode that forbids this thread such calls. It ends that capture.
void forbid_during_capture(const char* what);

template <typename T>
void require(T* pointer, const char* what) {
  if (pointer == nullptr) throw Failure(CUDA_ERROR_INVALID_VALUE, std::string(what) + " is null");
}

}  // namespace emulator
