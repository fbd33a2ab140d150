#include "transfer.h"

#include <cstring>

#include "addresses.h"

namespace emulator {
namespace {

std::optional<FaultPoint> count_copy() {
  Driver& state = driver();
  ++state.counters.copies;
  auto fault = state.faults.copies.count();
  if (fault == FaultPoint::CALL) throw Failure(CUDA_ERROR_OPERATING_SYSTEM, "a copy fails on request");
  return fault;
}

}  // namespace

bool Transfer::is_pageable(const Side& side) const {
  return !side.is_device && !is_pinned(side.address, span(side));
}

void Transfer::check(Context& to, Context& from, CUresult code) const {
  if (to_.is_device) check_device_range(to, to_.address, span(to_), code);
  if (from_.is_device) check_device_range(from, from_.address, span(from_), code);
  for (const Side& side : {to_, from_}) {
    if (side.is_device) continue;
    if (side.address == 0) throw Failure(CUDA_ERROR_INVALID_VALUE, "the host's address is null");
    is_pageable(side);
  }
}

void Transfer::copy(const unsigned char* from) const {
  for (size_t row = 0; row < rows_; ++row) {
    std::memmove(reinterpret_cast<void*>(to_.address + row * to_.pitch), from + row * from_.pitch, width_);
  }
}

Operation Transfer::operation(Context& to, Context& from, std::optional<FaultPoint> fault) const {
  return {name_,
          [transfer = *this, &to, &from, fault] {
            if (fault) throw Failure(CUDA_ERROR_ILLEGAL_ADDRESS, "a copy fails on request");
            transfer.check(to, from, CUDA_ERROR_ILLEGAL_ADDRESS);
            transfer.copy(reinterpret_cast<const unsigned char*>(transfer.from_.address));
          },
          {}};
}

void Transfer::run(Context& context) {
  if (width_ == 0 || rows_ == 0) return;
  forbid_during_capture("copies at once");
  check(context, context, CUDA_ERROR_INVALID_VALUE);
  auto fault = count_copy();
  submit(context, *context.legacy(), operation(context, context, fault));
  // Among devices nothing waits, as in the real driver.
  if (!to_.is_device || !from_.is_device) synchronize(context, *context.legacy());
}

void Transfer::run_async(Context& context, Stream& stream) {
  if (width_ == 0 || rows_ == 0) return;
  check(context, context, CUDA_ERROR_INVALID_VALUE);
  bool reads_pageable = is_pageable(from_);
  bool writes_pageable = is_pageable(to_);
  if (stream.capture && (reads_pageable || writes_pageable)) {
    stream.capture->invalidate();
    throw Failure(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, "a copy of pageable memory, whose address may not last, is captured");
  }
  std::optional<FaultPoint> fault;
  if (!stream.capture) fault = count_copy();
  Operation work = operation(context, context, fault);
  if (reads_pageable) {
    auto begin = reinterpret_cast<const unsigned char*>(from_.address);
    auto snapshot = std::make_shared<std::vector<unsigned char>>(begin, begin + span(from_));
    work.run = [transfer = *this, &context, fault, snapshot] {
      if (fault) throw Failure(CUDA_ERROR_ILLEGAL_ADDRESS, "a copy fails on request");
      transfer.check(context, context, CUDA_ERROR_ILLEGAL_ADDRESS);
      transfer.copy(snapshot->data());
    };
  }
  submit(context, stream, std::move(work));
  if (writes_pageable) synchronize(context, stream);
}

void Transfer::run_between(Context& to, Context& from, Stream& stream) {
  if (width_ == 0) return;
  check(to, from, CUDA_ERROR_INVALID_VALUE);
  std::optional<FaultPoint> fault;
  if (!stream.capture) fault = count_copy();
  submit(stream.context(), stream, operation(to, from, fault));
}

}  // namespace emulator
