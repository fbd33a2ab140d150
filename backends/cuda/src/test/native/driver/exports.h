// What the doubles of cuBLAS and NVRTC ask of the driver's.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "abi.h"

#define PELTON_EXPORT __attribute__((visibility("default")))

namespace emulator {

// Memory that an operation reads or writes.
struct DeviceRange {
  unsigned long long address;
  size_t size;
};

// Whether the calling thread has a usable context.
PELTON_EXPORT CUresult context_status();

// Enqueues work as a launch of a kernel would be, after a look at the memory, which is repeated when its turn comes.
PELTON_EXPORT CUresult submit_product(const char* name, CUstream stream, std::vector<DeviceRange> ranges, std::function<void()> work);

// The names of the kernels in an object that was compiled for the host. Throws std::runtime_error.
PELTON_EXPORT std::vector<std::string> kernels_of(const std::string& object);

}  // namespace emulator
