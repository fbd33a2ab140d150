package io.pelton.arrow.type;

import io.pelton.engine.tensor.DType;
import java.nio.ByteBuffer;

/** Cells of integers. */
class IntegerCells extends Cells {
  private final int width;
  private final IntegerRange range;

  IntegerCells(DType dtype, ByteBuffer validity, ByteBuffer values) {
    super(validity, values);
    this.width = dtype.bits() / 8;
    this.range = IntegerRange.of(dtype);
  }

  @Override
  public final Written integer(int row, long value) {
    if (!range.holds(value)) {
      return Written.OUT_OF_RANGE;
    }
    put(row, value);
    return valid(row);
  }

  @Override
  public final void nothing(int row) {
    put(row, 0);
    invalid(row);
  }

  private void put(int row, long value) {
    switch (width) {
      case 1 -> values().put(row, (byte) value);
      case 2 -> values().putShort(row * 2, (short) value);
      case 4 -> values().putInt(row * 4, (int) value);
      default -> values().putLong(row * 8, value);
    }
  }
}
