#include "failure.h"

#include <map>

namespace emulator {
namespace {

struct Text {
  const char* name;
  const char* description;
};

#define TEXT(code, description) \
  {                             \
    code, { #code, description } \
  }

const std::map<int, Text>& texts() {
  static const std::map<int, Text> table = {
      TEXT(CUDA_SUCCESS, "no error"),
      TEXT(CUDA_ERROR_INVALID_VALUE, "invalid argument"),
      TEXT(CUDA_ERROR_OUT_OF_MEMORY, "out of memory"),
      TEXT(CUDA_ERROR_NOT_INITIALIZED, "initialization error"),
      TEXT(CUDA_ERROR_DEVICE_UNAVAILABLE, "the device is busy or unavailable"),
      TEXT(CUDA_ERROR_NO_DEVICE, "no CUDA-capable device is detected"),
      TEXT(CUDA_ERROR_INVALID_DEVICE, "invalid device ordinal"),
      TEXT(CUDA_ERROR_INVALID_IMAGE, "device kernel image is invalid"),
      TEXT(CUDA_ERROR_INVALID_CONTEXT, "invalid device context"),
      TEXT(CUDA_ERROR_NO_BINARY_FOR_GPU, "no kernel image is available for the device"),
      TEXT(CUDA_ERROR_ECC_UNCORRECTABLE, "uncorrectable ECC error"),
      TEXT(CUDA_ERROR_INVALID_PTX, "a PTX compilation failed"),
      TEXT(CUDA_ERROR_UNSUPPORTED_PTX_VERSION, "the PTX was compiled with an unsupported toolchain"),
      TEXT(CUDA_ERROR_FILE_NOT_FOUND, "file not found"),
      TEXT(CUDA_ERROR_OPERATING_SYSTEM, "a call of the operating system failed"),
      TEXT(CUDA_ERROR_INVALID_HANDLE, "invalid resource handle"),
      TEXT(CUDA_ERROR_ILLEGAL_STATE, "the operation cannot be performed in the present state"),
      TEXT(CUDA_ERROR_NOT_FOUND, "named symbol not found"),
      TEXT(CUDA_ERROR_NOT_READY, "device not ready"),
      TEXT(CUDA_ERROR_ILLEGAL_ADDRESS, "an illegal memory access was encountered"),
      TEXT(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, "too many resources requested for launch"),
      TEXT(CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE, "the primary context is active"),
      TEXT(CUDA_ERROR_CONTEXT_IS_DESTROYED, "context is destroyed"),
      TEXT(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, "memory is registered already"),
      TEXT(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, "memory is not registered"),
      TEXT(CUDA_ERROR_MISALIGNED_ADDRESS, "misaligned address"),
      TEXT(CUDA_ERROR_LAUNCH_FAILED, "unspecified launch failure"),
      TEXT(CUDA_ERROR_NOT_SUPPORTED, "operation not supported"),
      TEXT(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, "operation not permitted when stream is capturing"),
      TEXT(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, "operation failed due to a previous error during capture"),
      TEXT(CUDA_ERROR_STREAM_CAPTURE_MERGE, "operation would result in a merge of separate capture sequences"),
      TEXT(CUDA_ERROR_STREAM_CAPTURE_UNMATCHED, "capture was not ended in the same stream as it began"),
      TEXT(CUDA_ERROR_STREAM_CAPTURE_UNJOINED, "capturing stream has unjoined work"),
      TEXT(CUDA_ERROR_STREAM_CAPTURE_ISOLATION, "dependency created on uncaptured work in another stream"),
      TEXT(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT, "operation would make the legacy stream depend on a capturing one"),
      TEXT(CUDA_ERROR_CAPTURED_EVENT, "operation not permitted on an event last recorded in a capturing stream"),
      TEXT(CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD, "capture was begun by another thread"),
      TEXT(CUDA_ERROR_UNKNOWN, "unknown error"),
  };
  return table;
}

}  // namespace

const char* error_name(CUresult code) {
  auto found = texts().find(code);
  return found == texts().end() ? nullptr : found->second.name;
}

const char* error_description(CUresult code) {
  auto found = texts().find(code);
  return found == texts().end() ? nullptr : found->second.description;
}

std::string text_of(const Failure& failure) {
  const char* name = error_name(failure.code);
  std::string text = name == nullptr ? std::to_string(failure.code) : name;
  return failure.reason.empty() ? text : text + ": " + failure.reason;
}

}  // namespace emulator
