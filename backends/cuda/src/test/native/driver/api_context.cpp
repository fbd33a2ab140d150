// Contexts.
#include "calls.h"

using namespace emulator;

PELTON_API CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  return call("cuDevicePrimaryCtxRetain", [&](Driver& state) {
    require(context, "context");
    state.check_device(device);
    Context& primary = state.primary(device);
    if (!primary.is_active()) primary.activate();
    ++primary.retained;
    *context = primary.handle;
  });
}

PELTON_API CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device) {
  return call("cuDevicePrimaryCtxRelease", [&](Driver& state) {
    state.check_device(device);
    Context& primary = state.primary(device);
    if (primary.retained == 0) throw Failure(CUDA_ERROR_INVALID_CONTEXT, "the primary context is not retained");
    if (--primary.retained > 0 || !primary.is_active()) return;
    if (!primary.is_failed()) primary.drain();
    state.destroy_resources_of(primary, !primary.is_failed());
  });
}

PELTON_API CUresult cuDevicePrimaryCtxReset_v2(CUdevice device) {
  return call("cuDevicePrimaryCtxReset", [&](Driver& state) {
    state.check_device(device);
    Context& primary = state.primary(device);
    if (primary.is_active()) state.destroy_resources_of(primary, false);
  });
}

PELTON_API CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice device, unsigned flags) {
  return call("cuDevicePrimaryCtxSetFlags", [&](Driver& state) {
    state.check_device(device);
    state.primary(device).flags = flags;
  });
}

PELTON_API CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned* flags, int* active) {
  return call("cuDevicePrimaryCtxGetState", [&](Driver& state) {
    require(flags, "flags");
    require(active, "active");
    state.check_device(device);
    *flags = state.primary(device).flags;
    *active = state.primary(device).is_active() ? 1 : 0;
  });
}

PELTON_API CUresult cuCtxCreate_v2(CUcontext* context, unsigned flags, CUdevice device) {
  return call("cuCtxCreate", [&](Driver& state) {
    require(context, "context");
    state.check_device(device);
    auto created = std::make_shared<Context>(device, false);
    created->flags = flags;
    created->activate();
    created->handle = state.contexts.add(created);
    current_contexts().push_back(created->handle);
    *context = created->handle;
  });
}

PELTON_API CUresult cuCtxDestroy_v2(CUcontext context) {
  return call("cuCtxDestroy", [&](Driver& state) {
    auto found = state.contexts.find(context);
    if (!found || found->is_primary() || !found->is_active()) throw Failure(CUDA_ERROR_INVALID_CONTEXT);
    if (!found->is_failed()) found->drain();
    // Stays known as one that was destroyed: streams and threads may still name it.
    state.destroy_resources_of(*found, !found->is_failed());
    auto& stack = current_contexts();
    if (!stack.empty() && stack.back() == context) stack.pop_back();
  });
}

PELTON_API CUresult cuCtxSetCurrent(CUcontext context) {
  return call("cuCtxSetCurrent", [&](Driver& state) {
    auto& stack = current_contexts();
    if (context == nullptr) {
      if (!stack.empty()) stack.pop_back();
      return;
    }
    auto found = state.contexts.find(context);
    if (!found) state.misuse(CUDA_ERROR_INVALID_CONTEXT, "not a context");
    if (stack.empty()) {
      stack.push_back(context);
    } else {
      stack.back() = context;
    }
  });
}

PELTON_API CUresult cuCtxGetCurrent(CUcontext* context) {
  return call("cuCtxGetCurrent", [&](Driver&) {
    require(context, "context");
    *context = current_contexts().empty() ? nullptr : current_contexts().back();
  });
}

PELTON_API CUresult cuCtxPushCurrent_v2(CUcontext context) {
  return call("cuCtxPushCurrent", [&](Driver& state) {
    if (!state.contexts.find(context)) state.misuse(CUDA_ERROR_INVALID_CONTEXT, "not a context");
    current_contexts().push_back(context);
  });
}

PELTON_API CUresult cuCtxPopCurrent_v2(CUcontext* context) {
  return call("cuCtxPopCurrent", [&](Driver& state) {
    auto& stack = current_contexts();
    if (stack.empty()) state.misuse(CUDA_ERROR_INVALID_CONTEXT, "no context was pushed");
    if (context != nullptr) *context = stack.back();
    stack.pop_back();
  });
}

PELTON_API CUresult cuCtxGetDevice(CUdevice* device) {
  return call("cuCtxGetDevice", [&](Driver& state) {
    require(device, "device");
    *device = state.current().device();
  });
}

PELTON_API CUresult cuCtxGetApiVersion(CUcontext, unsigned* version) {
  return call("cuCtxGetApiVersion", [&](Driver&) {
    require(version, "version");
    *version = 3020;
  });
}

PELTON_API CUresult cuCtxGetStreamPriorityRange(int* least, int* greatest) {
  return call_in_context("cuCtxGetStreamPriorityRange", [&](Driver&, Context&) {
    if (least != nullptr) *least = 0;
    if (greatest != nullptr) *greatest = -5;
  });
}

PELTON_API CUresult cuCtxSynchronize() {
  return call_in_context("cuCtxSynchronize", [&](Driver& state, Context& context) {
    forbid_during_capture("waits for the context");
    context.drain();
    state.verify_guards();
    context.check();
  });
}
