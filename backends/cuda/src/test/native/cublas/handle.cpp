// Handles of cuBLAS and what is set in them.
#include "handle.h"

#include <map>
#include <mutex>

#include "../driver/exports.h"

#define BLAS_API extern "C" __attribute__((visibility("default")))

using namespace emulator;

namespace {

std::mutex mutex;
std::map<uintptr_t, std::shared_ptr<BlasHandle>> handles;
uintptr_t created = 0;

template <typename T>
Status set(void* handle, T BlasHandle::*field, T value) {
  auto found = find_handle(handle);
  if (!found) return NOT_INITIALIZED;
  (*found).*field = value;
  return SUCCESS;
}

template <typename T>
Status get(void* handle, T BlasHandle::*field, T* value) {
  auto found = find_handle(handle);
  if (!found) return NOT_INITIALIZED;
  if (value == nullptr) return INVALID_VALUE;
  *value = (*found).*field;
  return SUCCESS;
}

}  // namespace

std::shared_ptr<BlasHandle> emulator::find_handle(void* handle) {
  std::lock_guard<std::mutex> lock(mutex);
  auto found = handles.find(reinterpret_cast<uintptr_t>(handle));
  return found == handles.end() ? nullptr : found->second;
}

BLAS_API Status cublasCreate_v2(void** handle) {
  if (handle == nullptr) return INVALID_VALUE;
  if (context_status() != CUDA_SUCCESS) return NOT_INITIALIZED;
  std::lock_guard<std::mutex> lock(mutex);
  uintptr_t value = ++created << 4;
  handles.emplace(value, std::make_shared<BlasHandle>());
  *handle = reinterpret_cast<void*>(value);
  return SUCCESS;
}

BLAS_API Status cublasDestroy_v2(void* handle) {
  std::lock_guard<std::mutex> lock(mutex);
  return handles.erase(reinterpret_cast<uintptr_t>(handle)) == 0 ? NOT_INITIALIZED : SUCCESS;
}

BLAS_API Status cublasGetVersion_v2(void* handle, int* version) {
  if (!find_handle(handle)) return NOT_INITIALIZED;
  if (version == nullptr) return INVALID_VALUE;
  *version = 120600;
  return SUCCESS;
}

BLAS_API Status cublasSetStream_v2(void* handle, CUstream stream) { return set(handle, &BlasHandle::stream, stream); }
BLAS_API Status cublasGetStream_v2(void* handle, CUstream* stream) { return get(handle, &BlasHandle::stream, stream); }
BLAS_API Status cublasSetMathMode(void* handle, int mode) { return set(handle, &BlasHandle::math_mode, mode); }
BLAS_API Status cublasGetMathMode(void* handle, int* mode) { return get(handle, &BlasHandle::math_mode, mode); }
BLAS_API Status cublasSetAtomicsMode(void* handle, int mode) { return set(handle, &BlasHandle::atomics_mode, mode); }
BLAS_API Status cublasGetAtomicsMode(void* handle, int* mode) { return get(handle, &BlasHandle::atomics_mode, mode); }
BLAS_API Status cublasSetPointerMode_v2(void* handle, int mode) { return set(handle, &BlasHandle::pointer_mode, mode); }
BLAS_API Status cublasGetPointerMode_v2(void* handle, int* mode) { return get(handle, &BlasHandle::pointer_mode, mode); }

BLAS_API Status cublasSetWorkspace_v2(void* handle, void* workspace, size_t size) {
  if (!find_handle(handle)) return NOT_INITIALIZED;
  if (size > 0 && reinterpret_cast<uintptr_t>(workspace) % 256 != 0) return INVALID_VALUE;
  return SUCCESS;
}

BLAS_API const char* cublasGetStatusName(Status status) {
  switch (status) {
    case SUCCESS: return "CUBLAS_STATUS_SUCCESS";
    case NOT_INITIALIZED: return "CUBLAS_STATUS_NOT_INITIALIZED";
    case ALLOC_FAILED: return "CUBLAS_STATUS_ALLOC_FAILED";
    case INVALID_VALUE: return "CUBLAS_STATUS_INVALID_VALUE";
    case EXECUTION_FAILED: return "CUBLAS_STATUS_EXECUTION_FAILED";
    case NOT_SUPPORTED: return "CUBLAS_STATUS_NOT_SUPPORTED";
  }
  return "unknown";
}

BLAS_API const char* cublasGetStatusString(Status status) { return cublasGetStatusName(status); }
