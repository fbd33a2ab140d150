#pragma once

#include <cstdint>

namespace emulator {

// From now on, faults of memory and arithmetic on stacks that belong to kernels call on_fault with the signal on that stack, which does
// not return. All others go to whoever handled them before, such as the Java virtual machine.
void catch_kernel_faults(bool (*is_kernel_stack)(uintptr_t), void (*on_fault)(int signal));

// The address that the last fault was about.
uintptr_t fault_address();

}  // namespace emulator
