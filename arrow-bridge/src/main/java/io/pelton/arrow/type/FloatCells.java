package io.pelton.arrow.type;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Half;
import java.nio.ByteBuffer;

/**
 * Cells of floats of half or double precision; a null cell holds NaN, so that reading nulls as NaN
 * needs no pass.
 */
final class FloatCells extends Cells {
  private final boolean isHalf;

  FloatCells(DType dtype, ByteBuffer validity, ByteBuffer values) {
    super(validity, values);
    this.isHalf = dtype == DType.F16;
  }

  @Override
  public Written real(int row, double value) {
    put(row, value);
    return valid(row);
  }

  @Override
  public Written integer(int row, long value) {
    if (isHalf) {
      put(row, Rounding.toOddDouble(value, false));
    } else {
      values().putDouble(row * 8, (double) value);
    }
    return valid(row);
  }

  @Override
  public void nothing(int row) {
    put(row, Double.NaN);
    invalid(row);
  }

  private void put(int row, double value) {
    if (isHalf) {
      values().putShort(row * 2, Half.doubleToF16(value));
    } else {
      values().putDouble(row * 8, value);
    }
  }
}
