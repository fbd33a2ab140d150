package io.pelton.arrow.type;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;

/** Cells of floats of single precision; a null cell holds NaN, as {@link FloatCells} do. */
final class SingleCells extends Cells {
  private FloatBuffer floats;

  SingleCells(ByteBuffer validity, ByteBuffer values) {
    super(validity, values);
    this.floats = values.asFloatBuffer();
  }

  @Override
  void move(ByteBuffer newValidity, ByteBuffer newValues) {
    super.move(newValidity, newValues);
    floats = newValues.asFloatBuffer();
  }

  @Override
  public Written real(int row, double value) {
    floats.put(row, (float) value);
    return valid(row);
  }

  @Override
  public Written single(int row, float value) {
    floats.put(row, value);
    return valid(row);
  }

  @Override
  public Written integer(int row, long value) {
    floats.put(row, (float) value);
    return valid(row);
  }

  @Override
  boolean reals(int row, float[] source, int from, int count) {
    floats.put(row, source, from, count);
    for (int i = 0; mayHoldNulls() && i < count; i++) {
      valid(row + i);
    }
    return true;
  }

  @Override
  public void nothing(int row) {
    floats.put(row, Float.NaN);
    invalid(row);
  }
}
