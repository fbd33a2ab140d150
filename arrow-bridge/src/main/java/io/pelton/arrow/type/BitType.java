package io.pelton.arrow.type;

import io.pelton.engine.tensor.DType;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Truth values, eight to a byte. */
public final class BitType extends NumberType {
  @Override
  public DType dtype() {
    return DType.BOOL;
  }

  @Override
  public Optional<String> packedBecause() {
    return Optional.of("one bit per value");
  }

  @Override
  public long bytes(long rows) {
    return (rows + 7) / 8;
  }

  @Override
  public boolean isReal() {
    return false;
  }

  @Override
  public void longs(ByteBuffer values, Rows rows, int from, int count, long[] block) {
    for (int i = 0; i < count; i++) {
      int row = rows.at(from + i);
      block[i] = (values.get(row >> 3) >> (row & 7)) & 1;
    }
  }
}
