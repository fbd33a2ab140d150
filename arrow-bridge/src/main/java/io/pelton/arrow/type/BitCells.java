package io.pelton.arrow.type;

import java.nio.ByteBuffer;

/** Cells of truth values. */
final class BitCells extends Cells {
  private final ByteBuffer values;

  BitCells(ByteBuffer validity, ByteBuffer values) {
    super(validity);
    this.values = values;
  }

  @Override
  public Written real(int row, double value) {
    return Written.OTHER_KIND;
  }

  @Override
  public Written integer(int row, long value) {
    return Written.OTHER_KIND;
  }

  @Override
  public Written truth(int row, boolean value) {
    setBit(values, row, value);
    return valid(row);
  }

  @Override
  public void nothing(int row) {
    setBit(values, row, false);
    invalid(row);
  }
}
