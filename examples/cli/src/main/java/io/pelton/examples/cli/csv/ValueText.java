package io.pelton.examples.cli.csv;

import java.math.BigDecimal;
import java.util.Base64;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.FloatingPointVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.ArrowTypeID;

/** Appends the values of one vector, none of them null, as text that reads back to the same. */
interface ValueText {
  void append(int row, StringBuilder out);

  static boolean supports(ArrowTypeID type) {
    return switch (type) {
      case Null,
          Bool,
          Int,
          FloatingPoint,
          Decimal,
          Utf8,
          LargeUtf8,
          Utf8View,
          Binary,
          LargeBinary,
          BinaryView,
          FixedSizeBinary,
          Date,
          Time,
          Timestamp,
          Duration,
          List,
          LargeList,
          FixedSizeList,
          Struct,
          Map ->
          true;
      default -> false;
    };
  }

  static ValueText of(FieldVector vector) {
    ArrowType type = vector.getField().getType();
    return switch (type.getTypeID()) {
      case Null -> (row, out) -> {};
      case Bool -> (row, out) -> out.append(((BitVector) vector).get(row) != 0);
      case Int -> integer((BaseIntVector) vector, (ArrowType.Int) type);
      case FloatingPoint -> real(vector);
      case Decimal ->
          (row, out) -> out.append(((BigDecimal) vector.getObject(row)).toPlainString());
      case Utf8, LargeUtf8, Utf8View -> (row, out) -> out.append(vector.getObject(row));
      case Binary, LargeBinary, BinaryView, FixedSizeBinary ->
          (row, out) ->
              out.append(Base64.getEncoder().encodeToString((byte[]) vector.getObject(row)));
      case Date, Time, Timestamp -> TimeText.of(vector, type);
      case Duration -> (row, out) -> out.append(((DurationVector) vector).getObject(row));
      case List, LargeList, FixedSizeList, Struct, Map -> NestedText.of(vector, type);
      default -> throw new IllegalArgumentException("no text for " + type);
    };
  }

  private static ValueText integer(BaseIntVector vector, ArrowType.Int type) {
    if (type.getIsSigned()) {
      return (row, out) -> out.append(vector.getValueAsLong(row));
    }
    if (type.getBitWidth() == 64) {
      return (row, out) -> out.append(Long.toUnsignedString(vector.getValueAsLong(row)));
    }
    long mask = (1L << type.getBitWidth()) - 1;
    return (row, out) -> out.append(vector.getValueAsLong(row) & mask);
  }

  private static ValueText real(FieldVector vector) {
    if (vector instanceof Float4Vector floats) {
      return (row, out) -> out.append(floats.get(row));
    }
    if (vector instanceof Float2Vector halves) {
      return (row, out) -> out.append(halves.getValueAsFloat(row));
    }
    FloatingPointVector doubles = (FloatingPointVector) vector;
    return (row, out) -> out.append(doubles.getValueAsDouble(row));
  }
}
