package io.pelton.arrow.type;

import java.nio.ByteBuffer;

/** Cells of bytes of one width. */
final class FixedBytesCells extends Cells {
  private final int width;

  FixedBytesCells(int width, ByteBuffer validity, ByteBuffer values) {
    super(validity, values);
    this.width = width;
  }

  @Override
  public Written bytes(int row, byte[] bytes, int from, int count) {
    if (count != width) {
      return Written.OUT_OF_RANGE;
    }
    values().put(row * width, bytes, from, count);
    return valid(row);
  }

  @Override
  public void nothing(int row) {
    for (int i = 0; i < width; i++) {
      values().put(row * width + i, (byte) 0);
    }
    invalid(row);
  }
}
