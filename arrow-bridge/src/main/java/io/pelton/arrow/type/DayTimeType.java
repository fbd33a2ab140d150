package io.pelton.arrow.type;

import io.pelton.engine.tensor.DType;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Intervals of days and milliseconds, as milliseconds; a day has 24 hours. */
final class DayTimeType extends NumberType {
  private static final long DAY = 86_400_000;

  @Override
  public DType dtype() {
    return DType.I64;
  }

  @Override
  public Optional<String> packedBecause() {
    return Optional.of("days and milliseconds are two numbers");
  }

  @Override
  public long bytes(long rows) {
    return rows * 8;
  }

  @Override
  public boolean isReal() {
    return false;
  }

  @Override
  public void longs(ByteBuffer values, Rows rows, int from, int count, long[] block) {
    for (int i = 0; i < count; i++) {
      int at = rows.at(from + i) * 8;
      block[i] = values.getInt(at) * DAY + values.getInt(at + 4);
    }
  }
}
