// Modules and functions.
#include <algorithm>
#include <cstring>
#include <fstream>
#include <sstream>

#include "calls.h"
#include "grid.h"

using namespace emulator;

namespace {

CUmodule load(Driver& state, Context& context, const void* image) {
  require(image, "image");
  forbid_during_capture("loads a module");
  const char* text = static_cast<const char*>(image);
  if (std::memcmp(text, "\177ELF", 4) == 0) throw Failure(CUDA_ERROR_NO_BINARY_FOR_GPU, "binary code is not emulated");
  return state.modules.add(std::make_shared<Module>(Module{context, state.kernels.link(text)}));
}

std::shared_ptr<Module> module_of(Context& context, CUmodule handle) {
  auto found = driver().modules.get(handle);
  check_owner(found->context, context, "the module");
  return found;
}

std::shared_ptr<Function> function_of(Context& context, CUfunction handle) {
  auto found = driver().functions.get(handle);
  check_owner(found->context, context, "the function");
  return found;
}

// Values of CUjit_option that are emulated.
constexpr int ERROR_LOG = 5;
constexpr int ERROR_LOG_SIZE = 6;

void write_log(unsigned count, const int* options, void* const* values, const std::string& log) {
  char* buffer = nullptr;
  size_t size = 0;
  for (unsigned i = 0; i < count; ++i) {
    if (options[i] == ERROR_LOG) buffer = static_cast<char*>(values[i]);
    if (options[i] == ERROR_LOG_SIZE) size = static_cast<unsigned>(reinterpret_cast<uintptr_t>(values[i]));
  }
  if (buffer == nullptr || size == 0) return;
  size_t length = std::min(size - 1, log.size());
  std::memcpy(buffer, log.data(), length);
  buffer[length] = '\0';
}

// Values of CUfunction_attribute.
constexpr int MAX_THREADS_PER_BLOCK = 0;
constexpr int REGISTERS = 4;
constexpr int PTX_VERSION = 5;
constexpr int BINARY_VERSION = 6;
constexpr int MAX_DYNAMIC_SHARED = 8;
constexpr int SHARED_CARVEOUT = 9;

int blocks_per_multiprocessor(int threads, size_t shared) {
  if (threads <= 0 || threads > 1024) throw Failure(CUDA_ERROR_INVALID_VALUE, "threads of a block");
  size_t by_shared = (size_t{164} << 10) / (shared + 1024);
  int by_threads = 2048 / ((threads + 31) / 32 * 32);
  return static_cast<int>(std::min({size_t{32}, static_cast<size_t>(by_threads), by_shared}));
}

}  // namespace

PELTON_API CUresult cuModuleLoadData(CUmodule* module, const void* image) {
  return call_in_context("cuModuleLoadData", [&](Driver& state, Context& context) {
    require(module, "module");
    *module = load(state, context, image);
  });
}

PELTON_API CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned count, int* options, void** values) {
  return call_in_context("cuModuleLoadDataEx", [&](Driver& state, Context& context) {
    require(module, "module");
    try {
      *module = load(state, context, image);
    } catch (const Failure& failure) {
      write_log(count, options, values, failure.reason);
      throw;
    }
  });
}

PELTON_API CUresult cuModuleLoad(CUmodule* module, const char* path) {
  return call_in_context("cuModuleLoad", [&](Driver& state, Context& context) {
    require(module, "module");
    require(path, "path");
    std::ifstream file(path);
    if (!file) throw Failure(CUDA_ERROR_FILE_NOT_FOUND, path);
    std::stringstream text;
    text << file.rdbuf();
    *module = load(state, context, text.str().c_str());
  });
}

PELTON_API CUresult cuModuleUnload(CUmodule handle) {
  return call("cuModuleUnload", [&](Driver& state) {
    Context& context = state.current();
    auto module = module_of(context, handle);
    if (!context.is_failed()) context.drain();
    state.functions.remove_if([&](const Function& function) { return function.module == handle; });
    state.modules.remove(handle);
    context.check();
  });
}

PELTON_API CUresult cuModuleGetFunction(CUfunction* function, CUmodule handle, const char* name) {
  return call_in_context("cuModuleGetFunction", [&](Driver& state, Context& context) {
    require(function, "function");
    require(name, "name");
    auto module = module_of(context, handle);
    auto kernel = module->kernels.find(name);
    if (kernel == module->kernels.end()) throw Failure(CUDA_ERROR_NOT_FOUND, std::string("no kernel is named ") + name);
    for (const auto& [known, candidate] : state.functions.live()) {
      if (candidate->module == handle && candidate->kernel.run_thread == kernel->second.run_thread) {
        *function = known;
        return;
      }
    }
    *function = state.functions.add(std::make_shared<Function>(Function{context, kernel->second, handle}));
  });
}

PELTON_API CUresult cuModuleGetGlobal_v2(CUdeviceptr*, size_t*, CUmodule handle, const char* name) {
  return call_in_context("cuModuleGetGlobal", [&](Driver&, Context& context) {
    require(name, "name");
    module_of(context, handle);
    throw Failure(CUDA_ERROR_NOT_FOUND, std::string("variables of modules are not emulated: ") + name);
  });
}

PELTON_API CUresult cuFuncGetAttribute(int* value, int attribute, CUfunction handle) {
  return call_in_context("cuFuncGetAttribute", [&](Driver&, Context& context) {
    require(value, "value");
    auto function = function_of(context, handle);
    switch (attribute) {
      case MAX_THREADS_PER_BLOCK: *value = 1024; break;
      case REGISTERS: *value = 32; break;
      case PTX_VERSION: case BINARY_VERSION: *value = 80; break;
      case MAX_DYNAMIC_SHARED: *value = function->max_dynamic_shared; break;
      default: *value = 0; break;
    }
  });
}

PELTON_API CUresult cuFuncSetAttribute(CUfunction handle, int attribute, int value) {
  return call_in_context("cuFuncSetAttribute", [&](Driver&, Context& context) {
    auto function = function_of(context, handle);
    if (attribute == SHARED_CARVEOUT) return;
    if (attribute != MAX_DYNAMIC_SHARED || value < 0 || value > 163 << 10) {
      throw Failure(CUDA_ERROR_INVALID_VALUE, "attribute " + std::to_string(attribute) + " to " + std::to_string(value));
    }
    function->max_dynamic_shared = value;
  });
}

PELTON_API CUresult cuFuncSetCacheConfig(CUfunction handle, int) {
  return call_in_context("cuFuncSetCacheConfig", [&](Driver&, Context& context) { function_of(context, handle); });
}

PELTON_API CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, CUfunction handle, int threads, size_t shared) {
  return call_in_context("cuOccupancyMaxActiveBlocksPerMultiprocessor", [&](Driver&, Context& context) {
    require(blocks, "blocks");
    function_of(context, handle);
    *blocks = blocks_per_multiprocessor(threads, shared);
  });
}
