package io.pelton.arrow.type;

import java.nio.ByteBuffer;
import java.time.Duration;

/** Cells of intervals of days and milliseconds, written as milliseconds. */
final class DayTimeCells extends Cells {
  private static final long DAY = 86_400_000;

  DayTimeCells(ByteBuffer validity, ByteBuffer values) {
    super(validity, values);
  }

  @Override
  public Written integer(int row, long value) {
    long days = value / DAY;
    if (days != (int) days) {
      return Written.OUT_OF_RANGE;
    }
    values().putInt(row * 8, (int) days);
    values().putInt(row * 8 + 4, (int) (value % DAY));
    return valid(row);
  }

  @Override
  public Written time(int row, Object value) {
    try {
      return value instanceof Duration span ? integer(row, span.toMillis()) : Written.OTHER_KIND;
    } catch (ArithmeticException e) {
      return Written.OUT_OF_RANGE;
    }
  }

  @Override
  public void nothing(int row) {
    values().putLong(row * 8, 0);
    invalid(row);
  }
}
