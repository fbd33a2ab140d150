package io.pelton.cpu.kernel.matmul;

import io.pelton.cpu.block.Blocks;

/** Blocks of an array that never changes. */
final class ArrayBlocks<A> implements Blocks<A> {
  private final A array;
  private int at;

  ArrayBlocks(A array) {
    this.array = array;
  }

  @Override
  public void read(int from, int count) {
    at = from;
  }

  @Override
  public A array() {
    return array;
  }

  @Override
  public int at() {
    return at;
  }
}
