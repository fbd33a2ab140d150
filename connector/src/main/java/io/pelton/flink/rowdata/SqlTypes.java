package io.pelton.flink.rowdata;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BinaryType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DayTimeIntervalType;
import org.apache.flink.table.types.logical.DayTimeIntervalType.DayTimeResolution;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.NullType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.SmallIntType;
import org.apache.flink.table.types.logical.TimeType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.TinyIntType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.table.types.logical.YearMonthIntervalType;
import org.apache.flink.table.types.logical.YearMonthIntervalType.YearMonthResolution;

/** The SQL types that fit Arrow types best: the smallest that hold every value. */
@Internal
public final class SqlTypes {
  private static final int TIME_PRECISION = 3;
  private static final int DAY_PRECISION = 6;

  private SqlTypes() {}

  /** The type of a column, or nothing where SQL has none: unions, intervals of days and nanos. */
  public static Optional<LogicalType> of(Field field) {
    return type(field).map(type -> type.copy(field.isNullable()));
  }

  private static Optional<LogicalType> type(Field field) {
    ArrowType type = field.getType();
    return switch (type.getTypeID()) {
      case Null -> Optional.of(new NullType());
      case Bool -> Optional.of(new BooleanType());
      case Int -> Optional.of(integer((ArrowType.Int) type));
      case FloatingPoint ->
          Optional.of(
              switch (((ArrowType.FloatingPoint) type).getPrecision()) {
                case HALF, SINGLE -> new FloatType();
                case DOUBLE -> new DoubleType();
              });
      case Utf8, LargeUtf8, Utf8View -> Optional.of(VarCharType.STRING_TYPE);
      case Binary, LargeBinary, BinaryView ->
          Optional.of(new VarBinaryType(VarBinaryType.MAX_LENGTH));
      case FixedSizeBinary -> {
        int width = ((ArrowType.FixedSizeBinary) type).getByteWidth();
        yield Optional.of(width == 0 ? new VarBinaryType(1) : new BinaryType(width));
      }
      case Decimal -> decimal((ArrowType.Decimal) type);
      case Date -> Optional.of(new DateType());
      case Time ->
          Optional.of(
              new TimeType(
                  ((ArrowType.Time) type).getUnit() == TimeUnit.SECOND ? 0 : TIME_PRECISION));
      case Timestamp -> Optional.of(timestamp((ArrowType.Timestamp) type));
      case Duration -> Optional.of(dayTime());
      case Interval ->
          switch (((ArrowType.Interval) type).getUnit()) {
            case YEAR_MONTH ->
                Optional.of(
                    new YearMonthIntervalType(
                        YearMonthResolution.YEAR_TO_MONTH, YearMonthIntervalType.MAX_PRECISION));
            case DAY_TIME -> Optional.of(dayTime());
            case MONTH_DAY_NANO -> Optional.empty();
          };
      case List, LargeList, FixedSizeList, ListView ->
          of(field.getChildren().get(0)).map(ArrayType::new);
      case Map -> map(field.getChildren().get(0));
      case Struct -> row(field.getChildren());
      default -> Optional.empty();
    };
  }

  private static LogicalType integer(ArrowType.Int type) {
    int bits = type.getIsSigned() ? type.getBitWidth() : type.getBitWidth() * 2;
    return switch (bits) {
      case 8 -> new TinyIntType();
      case 16 -> new SmallIntType();
      case 32 -> new IntType();
      case 64 -> new BigIntType();
      default -> new DecimalType(20, 0);
    };
  }

  private static Optional<LogicalType> decimal(ArrowType.Decimal type) {
    int scale = Math.max(0, type.getScale());
    int precision = type.getPrecision() - Math.min(0, type.getScale());
    boolean fits =
        precision >= DecimalType.MIN_PRECISION
            && precision <= DecimalType.MAX_PRECISION
            && scale <= precision;
    return fits ? Optional.of(new DecimalType(precision, scale)) : Optional.empty();
  }

  private static LogicalType timestamp(ArrowType.Timestamp type) {
    int precision =
        switch (type.getUnit()) {
          case SECOND -> 0;
          case MILLISECOND -> 3;
          case MICROSECOND -> 6;
          case NANOSECOND -> 9;
        };
    return type.getTimezone() == null
        ? new TimestampType(precision)
        : new LocalZonedTimestampType(precision);
  }

  private static LogicalType dayTime() {
    return new DayTimeIntervalType(DayTimeResolution.DAY_TO_SECOND, DAY_PRECISION, TIME_PRECISION);
  }

  private static Optional<LogicalType> map(Field entries) {
    Optional<LogicalType> key = of(entries.getChildren().get(0));
    Optional<LogicalType> value = of(entries.getChildren().get(1));
    return key.flatMap(k -> value.map(v -> new MapType(k, v)));
  }

  private static Optional<LogicalType> row(List<Field> children) {
    List<RowType.RowField> fields = new ArrayList<>();
    for (Field child : children) {
      Optional<LogicalType> type = of(child);
      if (type.isEmpty()) {
        return Optional.empty();
      }
      fields.add(new RowType.RowField(child.getName(), type.get()));
    }
    return Optional.of(new RowType(fields));
  }
}
