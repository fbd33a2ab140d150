#pragma once

#include <cstddef>
#include <memory>

#include "../driver/abi.h"

namespace emulator {

// Values of cublasStatus_t.
enum Status {
  SUCCESS = 0,
  NOT_INITIALIZED = 1,
  ALLOC_FAILED = 3,
  INVALID_VALUE = 7,
  EXECUTION_FAILED = 13,
  NOT_SUPPORTED = 15,
};

struct BlasHandle {
  CUstream stream = nullptr;
  int math_mode = 0;
  int atomics_mode = 0;
  int pointer_mode = 0;  // 0: scalars are the host's

  bool reads_host_scalars() const { return pointer_mode == 0; }
};

// The live handle, or null.
std::shared_ptr<BlasHandle> find_handle(void* handle);

}  // namespace emulator
