package io.pelton.flink.rowdata;

import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/** Writes timestamps in the unit of their vector; what is finer is cut off downwards. */
final class TimestampWriter extends ColumnWriter {
  private final TimeStampVector vector;
  private final TimeUnit unit;
  private final int precision;

  TimestampWriter(TimeStampVector vector, String path, LogicalType type, ByteCount bytes) {
    super(vector, path, type, bytes);
    this.vector = vector;
    this.unit = ((ArrowType.Timestamp) vector.getField().getType()).getUnit();
    this.precision = LogicalTypeChecks.getPrecision(type);
  }

  @Override
  long set(int at, Cell cell) {
    TimestampData value = cell.asTimestamp(precision);
    try {
      vector.setSafe(at, inUnit(value.getMillisecond(), value.getNanoOfMillisecond()));
    } catch (ArithmeticException overflow) {
      throw unwritable(
          at,
          value.toString(),
          "64 bits of "
              + (unit == TimeUnit.NANOSECOND ? "nanoseconds end in 2262" : unit + "S do not reach")
              + "; declare a lower precision");
    }
    return Long.BYTES;
  }

  private long inUnit(long millis, int nanos) {
    return switch (unit) {
      case SECOND -> Math.floorDiv(millis, 1000L);
      case MILLISECOND -> millis;
      case MICROSECOND -> Math.addExact(Math.multiplyExact(millis, 1000L), nanos / 1000);
      case NANOSECOND -> nanoseconds(millis, nanos);
    };
  }

  /** Also for the first representable instants, whose whole milliseconds lie before them. */
  private static long nanoseconds(long millis, int nanos) {
    return millis < 0 && nanos > 0
        ? Math.addExact(Math.multiplyExact(millis + 1, 1_000_000L), nanos - 1_000_000)
        : Math.addExact(Math.multiplyExact(millis, 1_000_000L), nanos);
  }
}
