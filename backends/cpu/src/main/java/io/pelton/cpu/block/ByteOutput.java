package io.pelton.cpu.block;

import io.pelton.engine.kernel.Operand;

/** Writes BOOL, I8 or U8 in place. */
public final class ByteOutput implements Output<byte[]> {
  private final Operand out;
  private int from;

  /**
   * @param out contiguous on the heap
   */
  public ByteOutput(Operand out) {
    this.out = out;
  }

  @Override
  public void open(int from, int count) {
    this.from = from;
  }

  @Override
  public byte[] array() {
    return out.bytes();
  }

  @Override
  public int at() {
    return out.base() + from;
  }

  @Override
  public void commit() {
    // written in place
  }
}
