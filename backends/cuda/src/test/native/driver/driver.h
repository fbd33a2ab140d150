#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "capture.h"
#include "context.h"
#include "faults.h"
#include "kernels.h"
#include "memory.h"
#include "registry.h"

namespace emulator {

struct Settings {
  bool is_lazy = true;
  int devices = 1;
  size_t memory = size_t{4} << 30;
  int version = 12060;
  CUresult init_result = CUDA_SUCCESS;
};

struct Counters {
  uint64_t launches = 0;
  uint64_t copies = 0;
};

// A kernel as one context sees it.
struct Function {
  Context& context;
  pelton_emulator::Kernel kernel;
  CUmodule module;
  int max_dynamic_shared = 48 << 10;
};

struct Module {
  Context& context;
  KernelsByName kernels;
};

// The state of the whole process. Every call holds the lock; kernels run while it is held.
class Driver {
 public:
  static constexpr int MAX_DEVICES = 4;

  Driver();

  std::recursive_mutex mutex;
  Settings settings;
  Faults faults;
  Counters counters;
  bool is_initialized = false;
  std::string last_operation = "none";
  std::string last_kernel;
  std::string last_failure;
  std::vector<std::string> misuses;

  Memory memory;
  Kernels kernels;
  Registry<CUcontext, Context> contexts{"context", 0x10};
  Registry<CUstream, Stream> streams{"stream", 0x20};
  Registry<CUevent, Event> events{"event", 0x30};
  Registry<CUmodule, Module> modules{"module", 0x40};
  Registry<CUfunction, Function> functions{"function", 0x50};
  Registry<CUgraph, Graph> graphs{"graph", 0x60};
  Registry<CUgraphExec, Graph> executable_graphs{"executable graph", 0x70};

  // Whether a device of that number is there, else a failure.
  void check_device(CUdevice device) const;
  Context& primary(CUdevice device) { return *primaries_[static_cast<size_t>(device)]; }

  // The context that the calling thread has made current, usable or a failure.
  Context& current();

  // Ends everything that belongs to a context. What it allocated is counted as left behind where it should have been freed before.
  void destroy_resources_of(Context& context, bool is_release_expected);

  // Wrong use of contexts, which tests count, as well as a failure.
  [[noreturn]] void misuse(CUresult code, const std::string& reason);

  void report(const Failure& failure);
  void verify_guards() { memory.verify(last_operation); }
  void reset_tests();

 private:
  std::vector<std::shared_ptr<Context>> primaries_;
};

Driver& driver();

// The contexts that the calling thread pushed, the current one last.
std::vector<CUcontext>& current_contexts();

}  // namespace emulator
