// Launches of kernels.
#include "addresses.h"
#include "calls.h"
#include "grid.h"

using namespace emulator;

namespace {

// Markers in the array that a packed buffer of arguments comes in.
void* const END = nullptr;
void* const BUFFER = reinterpret_cast<void*>(1);
void* const BUFFER_SIZE = reinterpret_cast<void*>(2);

void check_geometry(const Function& function, dim3 grid, dim3 block, unsigned shared) {
  unsigned long long threads = 1ull * block.x * block.y * block.z;
  if (grid.x == 0 || grid.y == 0 || grid.z == 0 || threads == 0) throw Failure(CUDA_ERROR_INVALID_VALUE, "an empty grid or block");
  if (grid.x > 2147483647u || grid.y > 65535 || grid.z > 65535) throw Failure(CUDA_ERROR_INVALID_VALUE, "too large a grid");
  if (threads > 1024 || block.x > 1024 || block.y > 1024 || block.z > 64) {
    throw Failure(CUDA_ERROR_INVALID_VALUE, "too many threads in a block");
  }
  if (shared > static_cast<unsigned>(function.max_dynamic_shared)) {
    throw Failure(CUDA_ERROR_INVALID_VALUE, std::to_string(shared) + " bytes of shared memory, above " +
                                                std::to_string(function.max_dynamic_shared) + ", which cuFuncSetAttribute raises");
  }
}

std::vector<void*> unpack(const pelton_emulator::Kernel& kernel, void** extra) {
  auto* buffer = static_cast<unsigned char*>(nullptr);
  size_t size = 0;
  for (; *extra != END; extra += 2) {
    if (*extra == BUFFER) buffer = static_cast<unsigned char*>(extra[1]);
    if (*extra == BUFFER_SIZE) size = *static_cast<size_t*>(extra[1]);
  }
  std::vector<void*> arguments;
  size_t at = 0;
  for (int i = 0; i < kernel.parameter_count; ++i) {
    size_t alignment = kernel.parameters[i].alignment;
    at = (at + alignment - 1) / alignment * alignment;
    arguments.push_back(buffer + at);
    at += kernel.parameters[i].size;
  }
  if (at > size || (at > 0 && buffer == nullptr)) {
    throw Failure(CUDA_ERROR_INVALID_VALUE, std::to_string(size) + " bytes of arguments for a kernel that takes " + std::to_string(at));
  }
  return arguments;
}

// Pointers lie in memory of the device, at its end, or are null.
void check_pointers(Context& context, const Launch& launch) {
  const auto& kernel = launch.kernel();
  for (int i = 0; i < kernel.parameter_count; ++i) {
    if (!kernel.parameters[i].is_pointer) continue;
    auto address = *static_cast<const uintptr_t*>(launch.arguments()[i]);
    if (address == 0) continue;
    try {
      check_device_range(context, address, 0, CUDA_ERROR_ILLEGAL_ADDRESS);
    } catch (Failure& failure) {
      failure.reason = std::string("parameter ") + std::to_string(i) + " of " + kernel.name + ": " + failure.reason;
      throw;
    }
  }
}

void run(Driver& state, Context& context, const Launch& launch) {
  state.last_kernel = launch.kernel().name;
  check_pointers(context, launch);
  auto locate = [&](uintptr_t address) { return state.memory.locate(address); };
  auto variant = static_cast<unsigned>(state.counters.launches++);
  if (auto fault = Grid::run(launch, variant, locate)) {
    std::string reason = "kernel " + state.last_kernel + ": " + fault->reason;
    if (fault->code == CUDA_ERROR_ILLEGAL_ADDRESS) state.memory.violations().push_back(reason);
    throw Failure(fault->code, reason);
  }
}

}  // namespace

PELTON_API CUresult cuLaunchKernel(CUfunction handle, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                                   unsigned block_y, unsigned block_z, unsigned shared, CUstream stream_handle, void** parameters,
                                   void** extra) {
  return call_in_context("cuLaunchKernel", [&](Driver& state, Context& context) {
    auto function = state.functions.get(handle);
    check_owner(function->context, context, "the function");
    auto stream = stream_of(context, stream_handle);
    dim3 grid(grid_x, grid_y, grid_z);
    dim3 block(block_x, block_y, block_z);
    check_geometry(*function, grid, block, shared);
    if (parameters == nullptr && extra == nullptr && function->kernel.parameter_count > 0) {
      throw Failure(CUDA_ERROR_INVALID_VALUE, std::string(function->kernel.name) + " is launched without arguments");
    }
    std::vector<void*> unpacked;
    if (parameters == nullptr && extra != nullptr) unpacked = unpack(function->kernel, extra);
    auto launch = std::make_shared<Launch>(function->kernel, grid, block, shared, parameters == nullptr ? unpacked.data() : parameters);
    std::optional<FaultPoint> fault;
    if (!stream->capture) fault = state.faults.launches.count();
    if (fault == FaultPoint::CALL) throw Failure(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, "a launch fails on request");
    submit(context, *stream,
           {function->kernel.name,
            [&state, &context, launch, fault] {
              if (fault) throw Failure(CUDA_ERROR_LAUNCH_FAILED, "a launch fails on request");
              run(state, context, *launch);
            },
            {}});
  });
}
