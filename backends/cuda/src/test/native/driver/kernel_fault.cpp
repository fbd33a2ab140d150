#include "kernel_fault.h"

#include <csignal>
#include <ucontext.h>

namespace emulator {
namespace {

bool (*is_kernel_stack)(uintptr_t) = nullptr;
void (*on_fault)(int) = nullptr;
volatile uintptr_t address = 0;
volatile int last_signal = 0;

struct sigaction previous[NSIG];

void land() {
  on_fault(last_signal);
  __builtin_trap();
}

#if defined(__x86_64__)
uintptr_t stack_of(ucontext_t& context) { return static_cast<uintptr_t>(context.uc_mcontext.gregs[REG_RSP]); }

void continue_in(ucontext_t& context, void (*function)()) {
  uintptr_t stack = (stack_of(context) - 512) & ~uintptr_t{15};
  context.uc_mcontext.gregs[REG_RSP] = static_cast<greg_t>(stack - 8);
  context.uc_mcontext.gregs[REG_RIP] = reinterpret_cast<greg_t>(function);
}
#else
uintptr_t stack_of(ucontext_t& context) { return context.uc_mcontext.sp; }

void continue_in(ucontext_t& context, void (*function)()) {
  context.uc_mcontext.sp = (stack_of(context) - 512) & ~uintptr_t{15};
  context.uc_mcontext.pc = reinterpret_cast<uintptr_t>(function);
}
#endif

void handle(int signal, siginfo_t* info, void* context) {
  auto& interrupted = *static_cast<ucontext_t*>(context);
  if (is_kernel_stack(stack_of(interrupted))) {
    address = reinterpret_cast<uintptr_t>(info->si_addr);
    last_signal = signal;
    continue_in(interrupted, &land);
    return;
  }
  struct sigaction& before = previous[signal];
  if (before.sa_flags & SA_SIGINFO) {
    before.sa_sigaction(signal, info, context);
  } else if (before.sa_handler == SIG_DFL) {
    sigaction(signal, &before, nullptr);  // and the instruction is tried again
  } else if (before.sa_handler != SIG_IGN) {
    before.sa_handler(signal);
  }
}

void take_over(int signal) {
  sigaction(signal, nullptr, &previous[signal]);
  struct sigaction ours = previous[signal];
  ours.sa_flags |= SA_SIGINFO;
  ours.sa_sigaction = &handle;
  sigaction(signal, &ours, nullptr);
}

}  // namespace

void catch_kernel_faults(bool (*is_kernel_stack_now)(uintptr_t), void (*on_fault_now)(int)) {
  if (on_fault != nullptr) return;
  is_kernel_stack = is_kernel_stack_now;
  on_fault = on_fault_now;
  take_over(SIGSEGV);
  take_over(SIGBUS);
  take_over(SIGFPE);
  take_over(SIGILL);
}

uintptr_t fault_address() { return address; }

}  // namespace emulator
