// Memory of devices and pinned memory of the host.
#include "addresses.h"
#include "calls.h"

using namespace emulator;

namespace {

void check_fault(Countdown& countdown) {
  if (countdown.count()) throw Failure(CUDA_ERROR_OUT_OF_MEMORY, "out of memory on request");
}

// Work that is pending may use the memory, so it is done first, as the real driver does.
void release(Driver& state, Context& context, uintptr_t base, bool is_device, const char* what) {
  Allocation* allocation = state.memory.starting_at(base);
  if (allocation == nullptr || allocation->is_device() != is_device || allocation->kind == MemoryKind::REGISTERED) {
    throw Failure(CUDA_ERROR_INVALID_VALUE, std::string(what) + " of " + state.memory.locate(base));
  }
  check_owner(*allocation->owner, context, "the memory");
  if (context.is_failed()) allocation->is_release_tried = true;
  context.check();
  forbid_during_capture(what);
  context.drain();
  if (context.is_failed()) allocation->is_release_tried = true;
  context.check();
  state.memory.release(*allocation, state.last_operation);
}

void* allocate_host(Driver& state, Context& context, size_t size) {
  forbid_during_capture("allocates host memory");
  if (size == 0) throw Failure(CUDA_ERROR_INVALID_VALUE, "allocates 0 bytes");
  check_fault(state.faults.host_allocations);
  return reinterpret_cast<void*>(state.memory.allocate(MemoryKind::PINNED, size, &context).base);
}

}  // namespace

PELTON_API CUresult cuMemGetInfo_v2(size_t* free, size_t* total) {
  return call_in_context("cuMemGetInfo", [&](Driver& state, Context& context) {
    require(free, "free");
    require(total, "total");
    *total = state.settings.memory;
    size_t used = state.memory.device_bytes_of(context);
    *free = used > *total ? 0 : *total - used;
  });
}

PELTON_API CUresult cuMemAlloc_v2(CUdeviceptr* address, size_t size) {
  return call_in_context("cuMemAlloc", [&](Driver& state, Context& context) {
    require(address, "address");
    forbid_during_capture("allocates memory");
    if (size == 0) throw Failure(CUDA_ERROR_INVALID_VALUE, "allocates 0 bytes");
    check_fault(state.faults.allocations);
    size_t used = state.memory.device_bytes_of(context);
    if (used > state.settings.memory || size > state.settings.memory - used) {
      throw Failure(CUDA_ERROR_OUT_OF_MEMORY, std::to_string(size) + " bytes of " + std::to_string(state.settings.memory) +
                                                  ", of which " + std::to_string(used) + " are used");
    }
    *address = state.memory.allocate(MemoryKind::DEVICE, size, &context).base;
  });
}

PELTON_API CUresult cuMemFree_v2(CUdeviceptr address) {
  return call("cuMemFree", [&](Driver& state) {
    if (address == 0) return;
    release(state, state.current(), address, true, "frees memory");
  });
}

PELTON_API CUresult cuMemGetAddressRange_v2(CUdeviceptr* base, size_t* size, CUdeviceptr address) {
  return call_in_context("cuMemGetAddressRange", [&](Driver& state, Context& context) {
    Allocation* allocation = state.memory.find(address, 0);
    if (allocation == nullptr || !allocation->is_device()) throw Failure(CUDA_ERROR_NOT_FOUND, state.memory.locate(address));
    check_owner(*allocation->owner, context, "the memory");
    if (base != nullptr) *base = allocation->base;
    if (size != nullptr) *size = allocation->size;
  });
}

PELTON_API CUresult cuMemAllocHost_v2(void** address, size_t size) {
  return call_in_context("cuMemAllocHost", [&](Driver& state, Context& context) {
    require(address, "address");
    *address = allocate_host(state, context, size);
  });
}

PELTON_API CUresult cuMemHostAlloc(void** address, size_t size, unsigned) {
  return call_in_context("cuMemHostAlloc", [&](Driver& state, Context& context) {
    require(address, "address");
    *address = allocate_host(state, context, size);
  });
}

PELTON_API CUresult cuMemFreeHost(void* address) {
  return call("cuMemFreeHost", [&](Driver& state) {
    release(state, state.current(), reinterpret_cast<uintptr_t>(address), false, "frees host memory");
  });
}

PELTON_API CUresult cuMemHostRegister_v2(void* address, size_t size, unsigned) {
  return call_in_context("cuMemHostRegister", [&](Driver& state, Context& context) {
    require(address, "address");
    auto base = reinterpret_cast<uintptr_t>(address);
    if (state.memory.find(base, 0) != nullptr) throw Failure(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
    check_fault(state.faults.host_allocations);
    state.memory.register_host(base, size, &context);
  });
}

PELTON_API CUresult cuMemHostUnregister(void* address) {
  return call_in_context("cuMemHostUnregister", [&](Driver& state, Context& context) {
    Allocation* allocation = state.memory.starting_at(reinterpret_cast<uintptr_t>(address));
    if (allocation == nullptr || allocation->kind != MemoryKind::REGISTERED) {
      throw Failure(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
    }
    check_owner(*allocation->owner, context, "the memory");
    context.drain();
    context.check();
    state.memory.release(*allocation, state.last_operation);
  });
}

PELTON_API CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr* device_address, void* address, unsigned) {
  return call_in_context("cuMemHostGetDevicePointer", [&](Driver& state, Context&) {
    require(device_address, "device address");
    Allocation* allocation = state.memory.find(reinterpret_cast<uintptr_t>(address), 1);
    if (allocation == nullptr || allocation->is_device()) throw Failure(CUDA_ERROR_INVALID_VALUE, "not pinned memory");
    *device_address = reinterpret_cast<CUdeviceptr>(address);
  });
}
