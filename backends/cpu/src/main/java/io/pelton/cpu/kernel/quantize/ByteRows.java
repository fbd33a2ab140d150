package io.pelton.cpu.kernel.quantize;

import io.pelton.cpu.block.RawBlocks;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;

/** Reads I8 or U8 block by block as {@code int}, less a zero point. Allocates nothing. */
final class ByteRows {
  private final RawBlocks raw;
  private final int mask;
  private final int[] array;

  /**
   * @param view lengths and strides in which the operand is seen; its offset is not used
   * @param capacity the longest block that is read
   */
  ByteRows(Operand operand, Layout view, int capacity) {
    this.raw = new RawBlocks(operand, view, capacity);
    this.mask = mask(operand.dtype());
    this.array = new int[capacity];
  }

  /** What makes an {@code int} of a byte of the dtype. */
  static int mask(DType dtype) {
    return dtype == DType.U8 ? 0xff : -1;
  }

  int[] read(int from, int count, int zero) {
    raw.read(from, count);
    byte[] bytes = (byte[]) raw.array();
    int at = raw.at();
    for (int i = 0; i < count; i++) {
      array[i] = (bytes[at + i] & mask) - zero;
    }
    return array;
  }
}
