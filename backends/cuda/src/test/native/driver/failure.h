#pragma once

#include <string>
#include <utility>

#include "abi.h"

namespace emulator {

// What a call of the driver ends with when it does not succeed.
struct Failure {
  CUresult code;
  std::string reason;

  explicit Failure(CUresult code, std::string reason = {}) : code(code), reason(std::move(reason)) {}
};

const char* error_name(CUresult code);
const char* error_description(CUresult code);

// Both the name and the reason.
std::string text_of(const Failure& failure);

}  // namespace emulator
