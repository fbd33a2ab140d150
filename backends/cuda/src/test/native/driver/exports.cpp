#include "exports.h"

#include <stdexcept>

#include "addresses.h"
#include "calls.h"

namespace emulator {
namespace {

void check(Context& context, const std::vector<DeviceRange>& ranges, CUresult code) {
  for (const DeviceRange& range : ranges) check_device_range(context, range.address, range.size, code);
}

}  // namespace

CUresult context_status() {
  return call_in_context("cublasCreate", [](Driver&, Context&) {});
}

CUresult submit_product(const char* name, CUstream handle, std::vector<DeviceRange> ranges, std::function<void()> work) {
  return call_in_context(name, [&](Driver& state, Context& context) {
    auto stream = stream_of(context, handle);
    check(context, ranges, CUDA_ERROR_INVALID_VALUE);
    auto fault = stream->capture ? std::nullopt : state.faults.launches.count();
    if (fault == FaultPoint::CALL) throw Failure(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, "a launch fails on request");
    submit(context, *stream,
           {name,
            [&state, &context, name, ranges, work, fault] {
              if (fault) throw Failure(CUDA_ERROR_LAUNCH_FAILED, "a launch fails on request");
              check(context, ranges, CUDA_ERROR_ILLEGAL_ADDRESS);
              ++state.counters.launches;
              state.last_kernel = name;
              work();
            },
            {}});
  });
}

std::vector<std::string> kernels_of(const std::string& object) {
  Driver& state = driver();
  std::lock_guard<std::recursive_mutex> lock(state.mutex);
  try {
    std::vector<std::string> names;
    for (const auto& kernel : state.kernels.open(object)) names.push_back(kernel.first);
    return names;
  } catch (const Failure& failure) {
    throw std::runtime_error(failure.reason);
  }
}

}  // namespace emulator
