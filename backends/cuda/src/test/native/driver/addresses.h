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

// Whether these bytes of the host are pinned memory. A failure where they are a device's or go beyond pinned memory.
inline bool is_pinned(uintptr_t address, size_t size) {
  Driver& state = driver();
  Allocation* allocation = state.memory.find(address, 1);
  if (allocation == nullptr) return false;
  if (allocation->is_device()) throw Failure(CUDA_ERROR_INVALID_VALUE, "memory of a device is given as the host's");
  if (state.memory.find(address, size) == nullptr) {
    throw Failure(CUDA_ERROR_INVALID_VALUE, std::to_string(size) + " bytes at " + state.memory.locate(address) + " go beyond it");
  }
  return true;
}

}  // namespace emulator
