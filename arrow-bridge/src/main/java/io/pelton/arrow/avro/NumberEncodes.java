package io.pelton.arrow.avro;

import io.pelton.arrow.ValueOutOfRange;
import java.util.concurrent.TimeUnit;
import java.util.function.IntToLongFunction;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.avro.Schema;

/** Numbers and what is counted with them. Null where a vector holds nothing of the kind. */
final class NumberEncodes {
  private NumberEncodes() {}

  static Encode integer(Schema schema, FieldVector vector, String path) {
    IntToLongFunction value = counted(schema, vector, path);
    if (value == null) {
      return null;
    }
    if (schema.getType() == Schema.Type.LONG) {
      return (row, output) -> output.writeLong(value.applyAsLong(row));
    }
    return (row, output) -> {
      long integer = value.applyAsLong(row);
      if (integer != (int) integer) {
        throw new ValueOutOfRange(path, row, Long.toString(integer), "an Avro int");
      }
      output.writeLong(integer);
    };
  }

  private static IntToLongFunction counted(Schema schema, FieldVector vector, String path) {
    String logical = schema.getProp("logicalType");
    if (vector instanceof UInt8Vector integers) {
      return row -> notNegative(integers.get(row), row, path);
    } else if (vector instanceof BaseIntVector integers) {
      return integers::getValueAsLong;
    } else if (vector instanceof DateDayVector days) {
      return days::get;
    } else if (vector instanceof DateMilliVector millis) {
      return row -> Math.floorDiv(millis.get(row), 86_400_000L);
    } else if (vector instanceof TimeSecVector seconds) {
      return in(TimeUnit.SECONDS, logical, seconds::get, path);
    } else if (vector instanceof TimeMilliVector millis) {
      return in(TimeUnit.MILLISECONDS, logical, millis::get, path);
    } else if (vector instanceof TimeMicroVector micros) {
      return in(TimeUnit.MICROSECONDS, logical, micros::get, path);
    } else if (vector instanceof TimeStampVector stamps) {
      ArrowType.Timestamp type = (ArrowType.Timestamp) vector.getField().getType();
      TimeUnit unit =
          switch (type.getUnit()) {
            case SECOND -> TimeUnit.SECONDS;
            case MILLISECOND -> TimeUnit.MILLISECONDS;
            case MICROSECOND -> TimeUnit.MICROSECONDS;
            case NANOSECOND -> TimeUnit.NANOSECONDS;
          };
      return in(unit, logical, stamps::get, path);
    }
    return null;
  }

  private static long notNegative(long value, int row, String path) {
    if (value < 0) {
      throw new ValueOutOfRange(path, row, Long.toUnsignedString(value), "an Avro long");
    }
    return value;
  }

  /** Counted in the unit that a logical type names; downwards where that is coarser. */
  private static IntToLongFunction in(
      TimeUnit from, String logical, IntToLongFunction value, String path) {
    TimeUnit to =
        logical == null
            ? from
            : logical.endsWith("-millis")
                ? TimeUnit.MILLISECONDS
                : logical.endsWith("-micros")
                    ? TimeUnit.MICROSECONDS
                    : logical.endsWith("-nanos") ? TimeUnit.NANOSECONDS : from;
    long up = to.convert(1, from);
    if (up == 1) {
      return value;
    }
    if (up == 0) {
      long down = from.convert(1, to);
      return row -> Math.floorDiv(value.applyAsLong(row), down);
    }
    return row -> {
      long count = value.applyAsLong(row);
      if (Math.multiplyHigh(count, up) != (count * up) >> 63) {
        throw new ValueOutOfRange(path, row, count + " " + from, "an Avro " + logical);
      }
      return count * up;
    };
  }

  static Encode single(FieldVector vector) {
    if (vector instanceof Float4Vector floats) {
      return (row, output) -> output.writeFloat(floats.get(row));
    } else if (vector instanceof Float2Vector halves) {
      return (row, output) -> output.writeFloat(halves.getValueAsFloat(row));
    }
    return null;
  }

  static Encode real(FieldVector vector) {
    if (vector instanceof Float8Vector doubles) {
      return (row, output) -> output.writeDouble(doubles.get(row));
    } else if (vector instanceof Float4Vector floats) {
      return (row, output) -> output.writeDouble(floats.get(row));
    } else if (vector instanceof Float2Vector halves) {
      return (row, output) -> output.writeDouble(halves.getValueAsFloat(row));
    }
    return null;
  }
}
