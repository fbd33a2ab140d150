package io.pelton.arrow.type;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Half;
import java.nio.ByteBuffer;

/** Cells of floats; a null cell holds NaN, so that reading nulls as NaN needs no pass. */
final class FloatCells extends Cells {
  private final DType dtype;

  FloatCells(DType dtype, ByteBuffer validity, ByteBuffer values) {
    super(validity, values);
    this.dtype = dtype;
  }

  @Override
  public Written real(int row, double value) {
    put(row, value);
    return valid(row);
  }

  @Override
  public Written integer(int row, long value) {
    switch (dtype) {
      case F16 -> put(row, Rounding.toOddDouble(value, false));
      case F32 -> values().putFloat(row * 4, (float) value);
      default -> values().putDouble(row * 8, (double) value);
    }
    return valid(row);
  }

  @Override
  public void nothing(int row) {
    put(row, Double.NaN);
    invalid(row);
  }

  private void put(int row, double value) {
    switch (dtype) {
      case F16 -> values().putShort(row * 2, Half.doubleToF16(value));
      case F32 -> values().putFloat(row * 4, (float) value);
      default -> values().putDouble(row * 8, value);
    }
  }
}
