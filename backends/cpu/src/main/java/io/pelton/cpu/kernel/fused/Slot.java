package io.pelton.cpu.kernel.fused;

/** Where the current block of an input or a result lies. */
final class Slot<A> {
  A array;
  int at;
}
