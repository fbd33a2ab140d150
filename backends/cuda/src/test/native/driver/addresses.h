#pragma once

#include <cstdint>
#include <string>

#include "calls.h"

namespace emulator {

// A failure with the code unless these bytes are memory that the context's device may access. Memory of another context is misuse.
inline void check_device_range(Context& context, uintptr_t address, size_t size, CUresult code) {
  Driver& state = driver();
  Allocation* allocation = state.memory.find(address, size);
  if (allocation == nullptr) {
    throw Failure(code, std::to_string(size) + " bytes at " + state.memory.locate(address) + " are not in one live allocation");
  }
  if (allocation->is_device()) check_owner(*allocation->owner, context, "the memory");
}

// The pinned memory that holds these bytes, or null where the host's memory is pageable. A failure where it is a device's.
inline Allocation* pinned_range(uintptr_t address, size_t size) {
  Driver& state = driver();
  Allocation* allocation = state.memory.find(address, size);
  if (allocation != nullptr && allocation->is_device()) {
    throw Failure(CUDA_ERROR_INVALID_VALUE, "memory of a device is given as the host's");
  }
  return allocation;
}

}  // namespace emulator
