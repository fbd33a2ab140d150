package io.pelton.cpu.kernel.fused;

/** One instruction of a program, bound to the slots that it reads and writes. */
@FunctionalInterface
interface Step {
  /** Computes a block of {@code count} elements. */
  void run(int count);
}
