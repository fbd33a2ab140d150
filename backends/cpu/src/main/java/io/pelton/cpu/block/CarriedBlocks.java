package io.pelton.cpu.block;

import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;

/**
 * Reads an operand block by block in the array type that carries its dtype.
 *
 * @param <A> that array type
 */
final class CarriedBlocks<A> implements Blocks<A> {
  private final RawBlocks raw;

  /**
   * @param view lengths and strides in which the operand is seen; its offset is not used
   * @param capacity the longest block that is read
   */
  CarriedBlocks(Operand operand, Layout view, int capacity) {
    this.raw = new RawBlocks(operand, view, capacity);
  }

  @Override
  public void read(int from, int count) {
    raw.read(from, count);
  }

  @Override
  public boolean isInPlace() {
    return raw.isInPlace();
  }

  @Override
  @SuppressWarnings("unchecked")
  public A array() {
    return (A) raw.array();
  }

  @Override
  public int at() {
    return raw.at();
  }
}
