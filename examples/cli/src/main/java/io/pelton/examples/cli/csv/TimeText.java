package io.pelton.examples.cli.csv;

import io.pelton.arrow.type.ArrowTypes;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** Dates and times as ISO 8601 has them; instants in UTC. */
final class TimeText {
  private TimeText() {}

  static ValueText of(FieldVector vector, ArrowType type) {
    return switch (type.getTypeID()) {
      case Date -> date(vector, ((ArrowType.Date) type).getUnit());
      case Time -> time(vector, (ArrowType.Time) type);
      default -> timestamp(vector, (ArrowType.Timestamp) type);
    };
  }

  private static ValueText date(FieldVector vector, DateUnit unit) {
    return unit == DateUnit.DAY
        ? (row, out) -> out.append(LocalDate.ofEpochDay(raw(vector, row, 4)))
        : (row, out) ->
            out.append(
                LocalDate.ofEpochDay(
                    Math.floorDiv(raw(vector, row, 8), TimeUnit.DAYS.toMillis(1))));
  }

  private static ValueText time(FieldVector vector, ArrowType.Time type) {
    long nanos = ArrowTypes.nanos(type.getUnit());
    int bytes = type.getBitWidth() / 8;
    return (row, out) ->
        out.append(
            DateTimeFormatter.ISO_LOCAL_TIME.format(
                LocalTime.ofNanoOfDay(Math.multiplyExact(raw(vector, row, bytes), nanos))));
  }

  private static ValueText timestamp(FieldVector vector, ArrowType.Timestamp type) {
    long nanos = ArrowTypes.nanos(type.getUnit());
    long units = TimeUnit.SECONDS.toNanos(1) / nanos;
    boolean isInstant = type.getTimezone() != null;
    return (row, out) -> {
      long value = raw(vector, row, 8);
      long seconds = Math.floorDiv(value, units);
      long fraction = Math.floorMod(value, units) * nanos;
      out.append(
          isInstant
              ? DateTimeFormatter.ISO_INSTANT.format(Instant.ofEpochSecond(seconds, fraction))
              : DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(
                  LocalDateTime.ofEpochSecond(seconds, (int) fraction, ZoneOffset.UTC)));
    };
  }

  private static long raw(FieldVector vector, int row, int bytes) {
    return bytes == 4
        ? vector.getDataBuffer().getInt(4L * row)
        : vector.getDataBuffer().getLong(8L * row);
  }
}
