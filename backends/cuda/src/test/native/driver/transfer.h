#pragma once

#include <cstdint>
#include <optional>

#include "calls.h"

namespace emulator {

// One side of a copy: rows that lie a pitch apart.
struct Side {
  uintptr_t address;
  size_t pitch;
  bool is_device;
};

// Copies between host and devices, as the real driver orders them:
// - what reads pageable memory reads it at the call, what reads pinned memory when its turn comes;
// - what writes pageable memory has done so when the call returns.
class Transfer {
 public:
  Transfer(const char* name, Side to, Side from, size_t width, size_t rows = 1)
      : name_(name), to_(to), from_(from), width_(width), rows_(rows) {}

  // In the legacy stream; returns when the host may go on with its memory.
  void run(Context& context);

  void run_async(Context& context, Stream& stream);

  // Where each side may belong to another context; the stream is one of the second.
  void run_between(Context& to, Context& from, Stream& stream);

 private:
  const char* name_;
  Side to_;
  Side from_;
  size_t width_;
  size_t rows_;

  size_t span(const Side& side) const { return rows_ == 0 ? 0 : (rows_ - 1) * side.pitch + width_; }
  bool is_pageable(const Side& side) const;
  void check(Context& to, Context& from, CUresult code) const;
  Operation operation(Context& to, Context& from, std::optional<FaultPoint> fault) const;
  void copy(const unsigned char* from) const;
};

}  // namespace emulator
