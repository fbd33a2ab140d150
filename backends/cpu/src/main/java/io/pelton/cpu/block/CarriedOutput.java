package io.pelton.cpu.block;

import io.pelton.engine.kernel.Operand;

/**
 * Writes an output block by block from the array type that carries its dtype.
 *
 * @param <A> that array type
 */
final class CarriedOutput<A> implements Output<A> {
  private final Operand out;
  private final int capacity;
  private A scratch;
  private int from;
  private int count;

  /**
   * @param out contiguous on the heap or in native memory
   * @param capacity the longest block that is written
   */
  CarriedOutput(Operand out, int capacity) {
    this.out = out;
    this.capacity = capacity;
  }

  @Override
  @SuppressWarnings("unchecked")
  public void open(int from, int count) {
    this.from = from;
    this.count = count;
    if (out.isNative() && scratch == null) {
      scratch = (A) out.dtype().carrier().allocate(capacity);
    }
  }

  @Override
  public boolean isInPlace() {
    return !out.isNative();
  }

  @Override
  @SuppressWarnings("unchecked")
  public A array() {
    return out.isNative() ? scratch : (A) out.heap().array();
  }

  @Override
  public int at() {
    return out.isNative() ? 0 : out.base() + from;
  }

  @Override
  public void commit() {
    if (out.isNative()) {
      Store.put(scratch, 0, count, out, (int) out.offset() + from);
    }
  }
}
