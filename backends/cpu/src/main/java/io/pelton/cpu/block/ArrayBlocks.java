package io.pelton.cpu.block;

/**
 * Blocks of an array that never changes.
 *
 * @param <A> {@code float[]}, {@code double[]} or {@code long[]}
 */
public final class ArrayBlocks<A> implements Blocks<A> {
  private final A array;
  private int at;

  public ArrayBlocks(A array) {
    this.array = array;
  }

  @Override
  public void read(int from, int count) {
    at = from;
  }

  @Override
  public boolean isInPlace() {
    return true;
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
