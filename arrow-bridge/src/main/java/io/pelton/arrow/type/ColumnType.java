package io.pelton.arrow.type;

import io.pelton.engine.tensor.DType;
import java.util.Optional;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** How the vectors of one Arrow type hold engine elements. Immutable. */
public sealed interface ColumnType permits NumberType, TextType {
  /** What {@link #of} knows, for messages. */
  String SUPPORTED =
      "Int and UInt of 8 to 64 bits, FloatingPoint, Decimal, Bool, Date, Time, Timestamp, Duration,"
          + " Interval of months or of days, Utf8, Binary, their Large and View kinds,"
          + " FixedSizeBinary, Null, and lists of these";

  /**
   * The mapping of an Arrow type, where there is one. Dates, times, timestamps and durations are
   * integers in the column's own unit.
   *
   * @param wanted what is read from the column, which says what a column of nulls stands for
   */
  static Optional<ColumnType> of(ArrowType type, DType wanted) {
    if (type instanceof ArrowType.Null) {
      return Optional.of(wanted == DType.STRING ? new NoText() : new NoNumbers());
    }
    return of(type);
  }

  /** The mapping of an Arrow type whose vectors hold values. */
  static Optional<ColumnType> of(ArrowType type) {
    if (type instanceof ArrowType.Int integer) {
      return Optional.of(IntegerType.of(integer.getBitWidth(), integer.getIsSigned()));
    }
    if (type instanceof ArrowType.FloatingPoint floating) {
      return Optional.of(FloatType.of(floating.getPrecision()));
    }
    if (type instanceof ArrowType.Decimal decimal) {
      return Optional.of(new DecimalType(decimal.getBitWidth(), decimal.getScale()));
    }
    return Optional.ofNullable(
        switch (type.getTypeID()) {
          case Bool -> new BitType();
          case Date ->
              IntegerType.of(((ArrowType.Date) type).getUnit() == DateUnit.DAY ? 32 : 64, true);
          case Time -> IntegerType.of(((ArrowType.Time) type).getBitWidth(), true);
          case Timestamp, Duration -> IntegerType.of(64, true);
          case Interval -> interval(((ArrowType.Interval) type).getUnit());
          case Utf8, Binary -> new Utf8Type();
          case LargeUtf8, LargeBinary -> new LargeUtf8Type();
          case Utf8View, BinaryView -> new Utf8ViewType();
          case FixedSizeBinary ->
              new FixedBytesType(((ArrowType.FixedSizeBinary) type).getByteWidth());
          default -> null;
        });
  }

  private static ColumnType interval(IntervalUnit unit) {
    return switch (unit) {
      case YEAR_MONTH -> IntegerType.of(32, true);
      case DAY_TIME -> new DayTimeType();
      case MONTH_DAY_NANO -> null;
    };
  }

  /** The engine's type of the elements; of decimals the one that comes closest. */
  DType dtype();

  /** Why the engine can't read a vector's memory in place; empty where it can. */
  Optional<String> packedBecause();
}
