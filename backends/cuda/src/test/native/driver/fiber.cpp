#include "fiber.h"

#include <sys/mman.h>

#include <new>

// Saves the registers that a callee must keep and the place of the stack, then takes up those of another stack.
extern "C" void pelton_switch_stacks(void** save, void* load);

#if defined(__x86_64__)
asm(R"(
  .text
  .hidden pelton_switch_stacks
  .type pelton_switch_stacks, @function
  .globl pelton_switch_stacks
pelton_switch_stacks:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
  .size pelton_switch_stacks, .-pelton_switch_stacks
)");
#elif defined(__aarch64__)
asm(R"(
  .text
  .hidden pelton_switch_stacks
  .type pelton_switch_stacks, %function
  .globl pelton_switch_stacks
pelton_switch_stacks:
  sub sp, sp, #160
  stp x19, x20, [sp, #0]
  stp x21, x22, [sp, #16]
  stp x23, x24, [sp, #32]
  stp x25, x26, [sp, #48]
  stp x27, x28, [sp, #64]
  stp x29, x30, [sp, #80]
  stp d8, d9, [sp, #96]
  stp d10, d11, [sp, #112]
  stp d12, d13, [sp, #128]
  stp d14, d15, [sp, #144]
  mov x9, sp
  str x9, [x0]
  mov sp, x1
  ldp x19, x20, [sp, #0]
  ldp x21, x22, [sp, #16]
  ldp x23, x24, [sp, #32]
  ldp x25, x26, [sp, #48]
  ldp x27, x28, [sp, #64]
  ldp x29, x30, [sp, #80]
  ldp d8, d9, [sp, #96]
  ldp d10, d11, [sp, #112]
  ldp d12, d13, [sp, #128]
  ldp d14, d15, [sp, #144]
  add sp, sp, #160
  ret
  .size pelton_switch_stacks, .-pelton_switch_stacks
)");
#else
#error "the emulated driver switches stacks on x86-64 and aarch64 only"
#endif

namespace emulator {
namespace {

constexpr size_t STACK = 256 << 10;
constexpr size_t PAGE = 4096;
constexpr size_t BATCH = 64;

}  // namespace

Fiber::Fiber(char* stack_begin, char* stack_end, void (*entry)()) : begin_(stack_begin), end_(stack_end), entry_(entry) {
  restart();
}

void Fiber::restart() {
  is_waiting = false;
#if defined(__x86_64__)
  auto** top = reinterpret_cast<void**>(end_) - 2;
  top[0] = reinterpret_cast<void*>(entry_);
  top[1] = nullptr;  // where a caller would be
  saved_ = top - 6;
#else
  auto** frame = reinterpret_cast<void**>(end_ - 160);
  frame[11] = reinterpret_cast<void*>(entry_);
  saved_ = frame;
#endif
}

void Fiber::enter() { pelton_switch_stacks(&outside_, saved_); }

void Fiber::leave() { pelton_switch_stacks(&saved_, outside_); }

bool Fiber::holds(uintptr_t address) const {
  return address >= reinterpret_cast<uintptr_t>(begin_) && address < reinterpret_cast<uintptr_t>(end_);
}

Fiber& FiberPool::take() {
  if (idle_.empty()) grow();
  Fiber& fiber = *idle_.back();
  idle_.pop_back();
  return fiber;
}

void FiberPool::grow() {
  void* mapped = mmap(nullptr, BATCH * STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  for (size_t i = 0; i < BATCH; ++i) {
    char* begin = static_cast<char*>(mapped) + i * STACK;
    mprotect(begin, PAGE, PROT_NONE);
    // Tops at different offsets in their pages, or all threads would compete for the same lines of the cache.
    char* end = begin + STACK - i % 31 * 128;
    all_.push_back(std::make_unique<Fiber>(begin, end, entry_));
    idle_.push_back(all_.back().get());
  }
}

}  // namespace emulator
