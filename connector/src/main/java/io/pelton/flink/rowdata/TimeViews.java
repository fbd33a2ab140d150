package io.pelton.flink.rowdata;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.columnar.vector.TimestampColumnVector;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * Dates, times, timestamps and intervals of all units. What is finer than the SQL type is cut off
 * downwards, also before 1970. Null where types do not fit.
 */
final class TimeViews {
  private static final long DAY_MILLIS = 86_400_000L;

  private TimeViews() {}

  static VectorView dates(Field field) {
    if (!(field.getType() instanceof ArrowType.Date date)) {
      return null;
    }
    if (date.getUnit() == DateUnit.DAY) {
      return longs((values, i) -> values.getInt(4L * i));
    }
    return longs((values, i) -> Math.floorDiv(values.getLong(8L * i), DAY_MILLIS));
  }

  static VectorView times(ColumnPath path, LogicalType type, Field field) {
    if (!(field.getType() instanceof ArrowType.Time time)) {
      return null;
    }
    NumberViews.Longs millis =
        switch (time.getUnit()) {
          case SECOND -> (values, i) -> values.getInt(4L * i) * 1000L;
          case MILLISECOND -> (values, i) -> values.getInt(4L * i);
          case MICROSECOND -> (values, i) -> Math.floorDiv(values.getLong(8L * i), 1000L);
          case NANOSECOND -> (values, i) -> Math.floorDiv(values.getLong(8L * i), 1_000_000L);
        };
    return (vector, dictionaries, origin) ->
        new NumberViews.LongView(
            vector, (values, i) -> ofDay(millis.at(values, i), path, type, origin, i));
  }

  private static long ofDay(
      long millis, ColumnPath path, LogicalType type, Origin origin, int index) {
    if (millis < 0 || millis >= DAY_MILLIS) {
      throw path.unreadable(origin, index, millis + " milliseconds", type);
    }
    return millis;
  }

  static VectorView months(Field field) {
    boolean fits =
        field.getType() instanceof ArrowType.Interval interval
            && interval.getUnit() == IntervalUnit.YEAR_MONTH;
    return fits ? longs((values, i) -> values.getInt(4L * i)) : null;
  }

  static VectorView durations(ColumnPath path, LogicalType type, Field field) {
    if (field.getType() instanceof ArrowType.Interval interval
        && interval.getUnit() == IntervalUnit.DAY_TIME) {
      return longs((values, i) -> values.getInt(8L * i) * DAY_MILLIS + values.getInt(8L * i + 4));
    }
    if (!(field.getType() instanceof ArrowType.Duration duration)) {
      return null;
    }
    return switch (duration.getUnit()) {
      case SECOND ->
          (vector, dictionaries, origin) ->
              new NumberViews.LongView(
                  vector, (values, i) -> millis(path, type, origin, values, i));
      case MILLISECOND -> longs((values, i) -> values.getLong(8L * i));
      case MICROSECOND -> longs((values, i) -> Math.floorDiv(values.getLong(8L * i), 1000L));
      case NANOSECOND -> longs((values, i) -> Math.floorDiv(values.getLong(8L * i), 1_000_000L));
    };
  }

  private static VectorView longs(NumberViews.Longs longs) {
    return (vector, dictionaries, origin) -> new NumberViews.LongView(vector, longs);
  }

  private static long millis(
      ColumnPath path, LogicalType type, Origin origin, ArrowBuf values, int index) {
    long seconds = values.getLong(8L * index);
    try {
      return Math.multiplyExact(seconds, 1000L);
    } catch (ArithmeticException overflow) {
      throw path.unreadable(origin, index, seconds + " seconds", type);
    }
  }

  /**
   * @param zoned whether the SQL type is an instant, as Arrow's timestamps with a zone are
   */
  static VectorView timestamps(ColumnPath path, LogicalType type, boolean zoned, Field field) {
    if (!(field.getType() instanceof ArrowType.Timestamp timestamp)
        || zoned != (timestamp.getTimezone() != null)) {
      return null;
    }
    return (vector, dictionaries, origin) ->
        new TimestampView(vector, timestamp.getUnit(), path, type, origin);
  }

  private static final class TimestampView extends ArrowColumn implements TimestampColumnVector {
    private final ArrowBuf values;
    private final TimeUnit unit;
    private final ColumnPath path;
    private final LogicalType type;
    private final Origin origin;

    TimestampView(
        FieldVector vector, TimeUnit unit, ColumnPath path, LogicalType type, Origin origin) {
      super(vector);
      this.values = vector.getDataBuffer();
      this.unit = unit;
      this.path = path;
      this.type = type;
      this.origin = origin;
    }

    @Override
    public TimestampData getTimestamp(int i, int precision) {
      long value = values.getLong(8L * i);
      return switch (unit) {
        case SECOND -> of(millis(path, type, origin, values, i), 0, precision);
        case MILLISECOND -> of(value, 0, precision);
        case MICROSECOND ->
            of(Math.floorDiv(value, 1000L), (int) Math.floorMod(value, 1000L) * 1000, precision);
        case NANOSECOND ->
            of(Math.floorDiv(value, 1_000_000L), (int) Math.floorMod(value, 1_000_000L), precision);
      };
    }

    private static TimestampData of(long millis, int nanos, int precision) {
      if (precision <= 3) {
        return TimestampData.fromEpochMillis(millis - Math.floorMod(millis, power(3 - precision)));
      }
      return TimestampData.fromEpochMillis(millis, nanos - nanos % power(9 - precision));
    }

    private static int power(int digits) {
      int power = 1;
      for (int i = 0; i < digits; i++) {
        power *= 10;
      }
      return power;
    }
  }
}
