package io.pelton.arrow.type;

import java.nio.ByteBuffer;

/** Cells of truth values. */
final class BitCells extends Cells {

  BitCells(ByteBuffer validity, ByteBuffer values) {
    super(validity, values);
  }

  @Override
  public Written truth(int row, boolean value) {
    setBit(values(), row, value);
    return valid(row);
  }

  @Override
  public void nothing(int row) {
    setBit(values(), row, false);
    invalid(row);
  }
}
