package io.pelton.arrow.type;

import io.pelton.engine.tensor.DType;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Cells of dates, times, timestamps, durations and months, as integers in the column's unit; what
 * is finer than that is cut off, downwards.
 */
final class TimeCells extends IntegerCells {
  private static final long DAY_MILLIS = 86_400_000;

  private final ArrowType type;

  TimeCells(ArrowType type, DType dtype, ByteBuffer validity, ByteBuffer values) {
    super(dtype, validity, values);
    this.type = type;
  }

  @Override
  public Written time(int row, Object value) {
    try {
      if (type instanceof ArrowType.Date date && value instanceof LocalDate day) {
        boolean days = date.getUnit() == DateUnit.DAY;
        return integer(row, days ? day.toEpochDay() : day.toEpochDay() * DAY_MILLIS);
      }
      if (type instanceof ArrowType.Time time && value instanceof LocalTime clock) {
        return integer(row, clock.toNanoOfDay() / ArrowTypes.nanos(time.getUnit()));
      }
      if (type instanceof ArrowType.Timestamp timestamp) {
        Instant instant = instant(timestamp, value);
        return instant == null
            ? Written.OTHER_KIND
            : integer(row, units(timestamp.getUnit(), instant.getEpochSecond(), instant.getNano()));
      }
      if (type instanceof ArrowType.Duration duration && value instanceof Duration span) {
        return integer(row, units(duration.getUnit(), span.getSeconds(), span.getNano()));
      }
      if (type instanceof ArrowType.Interval && value instanceof Period period) {
        boolean isWholeMonths = period.equals(period.withDays(0));
        return isWholeMonths ? integer(row, period.toTotalMonths()) : Written.OUT_OF_RANGE;
      }
    } catch (ArithmeticException e) {
      return Written.OUT_OF_RANGE;
    }
    return Written.OTHER_KIND;
  }

  /** Wall time where the column has no zone, a point in time where it has; null for the other. */
  private static Instant instant(ArrowType.Timestamp type, Object value) {
    if (type.getTimezone() == null) {
      return value instanceof LocalDateTime wall ? wall.toInstant(ZoneOffset.UTC) : null;
    }
    if (value instanceof Instant instant) {
      return instant;
    }
    if (value instanceof OffsetDateTime time) {
      return time.toInstant();
    }
    return value instanceof ZonedDateTime time ? time.toInstant() : null;
  }

  private static long units(TimeUnit unit, long seconds, int nano) {
    long perSecond = 1_000_000_000 / ArrowTypes.nanos(unit);
    long whole = nano / ArrowTypes.nanos(unit);
    // from above where seconds are negative, so that the lowest number of units can be reached
    return seconds < 0 && whole > 0
        ? Math.addExact(Math.multiplyExact(seconds + 1, perSecond), whole - perSecond)
        : Math.addExact(Math.multiplyExact(seconds, perSecond), whole);
  }
}
