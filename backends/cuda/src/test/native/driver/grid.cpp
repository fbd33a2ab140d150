#include "grid.h"

#include <csignal>
#include <cstring>

#include "fiber.h"
#include "guarded.h"
#include "kernel_fault.h"

uint3 threadIdx;
uint3 blockIdx;
dim3 blockDim;
dim3 gridDim;

namespace emulator {
namespace {

uint3 position(unsigned index, dim3 size) { return {index % size.x, index / size.x % size.y, index / size.x / size.y}; }

std::string text(uint3 at) {
  return "(" + std::to_string(at.x) + ", " + std::to_string(at.y) + ", " + std::to_string(at.z) + ")";
}

// Runs the threads of one block after another on fibers.
class BlockRunner {
 public:
  BlockRunner() : pool_(&run_threads) {}

  void begin(const Launch& launch, unsigned variant) {
    launch_ = &launch;
    variant_ = variant;
    threads_ = launch.block().x * launch.block().y * launch.block().z;
    size_t taken = (launch.shared() + 15) / 16 * 16;
    shared_ = reinterpret_cast<char*>(shared_memory_.base() + Grid::MAX_SHARED - taken);
    fault_.reset();
    positions_.clear();
    for (unsigned thread = 0; thread < threads_; ++thread) positions_.push_back(position(thread, launch.block()));
  }

  std::unique_ptr<GridFault> run_block() {
    poison();
    next_ = 0;
    ended_ = 0;
    waiting_.clear();
    while (next_ < threads_ && !fault_) enter(pool_.take());
    while (!waiting_.empty() && !fault_) pass_barrier();
    if (fault_) {
      for (Fiber* fiber : waiting_) abandon(*fiber);
    }
    return std::move(fault_);
  }

  void wait() {
    Fiber* fiber = current_;
    fiber->is_waiting = true;
    fiber->leave();
  }

  void* shared() { return shared_; }

  Fiber* current() { return current_; }

  [[noreturn]] void fail(CUresult code, std::string reason) {
    fault_ = std::make_unique<GridFault>(GridFault{code, reason + " in thread " + text(threadIdx) + " of block " + text(blockIdx)});
    current_->leave();
    __builtin_unreachable();
  }

 private:
  const Launch* launch_ = nullptr;
  unsigned variant_ = 0;
  unsigned threads_ = 0;
  std::vector<uint3> positions_;
  unsigned next_ = 0;
  unsigned ended_ = 0;
  Fiber* current_ = nullptr;
  FiberPool pool_;
  std::vector<Fiber*> waiting_;
  std::vector<Fiber*> resumed_;
  Guarded shared_memory_{Grid::MAX_SHARED, 0};
  char* shared_ = nullptr;
  std::unique_ptr<GridFault> fault_;

  // Goes on with threads that did not begin yet, as long as none waits.
  static void run_threads();

  void run_more() {
    void* const* arguments = launch_->arguments();
    auto run_thread = launch_->kernel().run_thread;
    while (next_ < threads_) {
      unsigned thread = variant_ % 2 == 0 ? next_ : threads_ - 1 - next_;
      ++next_;
      current_->thread = thread;
      threadIdx = positions_[thread];
      run_thread(arguments);
      ++ended_;
    }
    current_->leave();
  }

  void enter(Fiber& fiber) {
    current_ = &fiber;
    fiber.is_waiting = false;
    fiber.enter();
    if (fault_) {
      abandon(fiber);
    } else if (fiber.is_waiting) {
      waiting_.push_back(&fiber);
    } else {
      pool_.give_back(fiber);
    }
  }

  void pass_barrier() {
    if (ended_ > 0) {
      fault_ = std::make_unique<GridFault>(GridFault{
          CUDA_ERROR_LAUNCH_FAILED, "divergent barrier: " + std::to_string(waiting_.size()) + " of " + std::to_string(threads_) +
                                        " threads of block " + text(blockIdx) + " wait in __syncthreads(), the others ended"});
      return;
    }
    resumed_.swap(waiting_);
    waiting_.clear();
    for (Fiber* fiber : resumed_) {
      if (fault_) {
        abandon(*fiber);
        continue;
      }
      threadIdx = positions_[fiber->thread];
      enter(*fiber);
    }
    resumed_.clear();
  }

  // Kernels have nothing to destroy, so that a stack may be dropped.
  void abandon(Fiber& fiber) {
    fiber.restart();
    pool_.give_back(fiber);
  }

  void poison() {
    int filler = variant_ % 4 < 2 ? 0xff : 0x7f;
    std::memset(shared_, filler, launch_->shared());
    const auto& kernel = launch_->kernel();
    if (kernel.shared_begin != nullptr) std::memset(kernel.shared_begin, filler, kernel.shared_end - kernel.shared_begin);
  }
};

BlockRunner& runner() {
  static BlockRunner instance;
  return instance;
}

void BlockRunner::run_threads() {
  while (true) runner().run_more();
}

const Locator* locator = nullptr;

bool is_on_fiber(uintptr_t stack) {
  Fiber* current = runner().current();
  return current != nullptr && current->holds(stack);
}

void on_fault(int signal) {
  if (signal == SIGFPE) runner().fail(CUDA_ERROR_LAUNCH_FAILED, "an integer division by zero or an overflow of one");
  // What the compiler's checks of alignment and of the bounds of arrays end with.
  if (signal == SIGILL) runner().fail(CUDA_ERROR_MISALIGNED_ADDRESS, "a misaligned access or an index beyond an array");
  runner().fail(CUDA_ERROR_ILLEGAL_ADDRESS, "an access to " + (*locator)(fault_address()));
}

}  // namespace

Launch::Launch(const pelton_emulator::Kernel& kernel, dim3 grid, dim3 block, size_t shared, void* const* arguments)
    : kernel_(kernel), grid_(grid), block_(block), shared_(shared) {
  constexpr size_t ALIGNMENT = 16;
  size_t size = ALIGNMENT;
  std::vector<size_t> offsets;
  for (int i = 0; i < kernel.parameter_count; ++i) {
    offsets.push_back(size);
    size += (kernel.parameters[i].size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }
  bytes_ = std::make_unique<unsigned char[]>(size);
  for (int i = 0; i < kernel.parameter_count; ++i) {
    std::memcpy(bytes_.get() + offsets[i], arguments[i], kernel.parameters[i].size);
    arguments_.push_back(bytes_.get() + offsets[i]);
  }
}

std::unique_ptr<GridFault> Grid::run(const Launch& launch, unsigned variant, const Locator& locate) {
  locator = &locate;
  catch_kernel_faults(&is_on_fiber, &on_fault);
  gridDim = launch.grid();
  blockDim = launch.block();
  runner().begin(launch, variant);
  unsigned long long blocks = 1ull * gridDim.x * gridDim.y * gridDim.z;
  for (unsigned long long i = 0; i < blocks; ++i) {
    unsigned long long block = variant % 2 == 0 ? i : blocks - 1 - i;
    blockIdx = {static_cast<unsigned>(block % gridDim.x), static_cast<unsigned>(block / gridDim.x % gridDim.y),
                static_cast<unsigned>(block / gridDim.x / gridDim.y)};
    if (auto fault = runner().run_block()) return fault;
  }
  return nullptr;
}

}  // namespace emulator

namespace pelton_emulator {

void* dynamic_shared() { return emulator::runner().shared(); }

void barrier() { emulator::runner().wait(); }

void trap(const char* reason) { emulator::runner().fail(CUDA_ERROR_LAUNCH_FAILED, reason); }

}  // namespace pelton_emulator
