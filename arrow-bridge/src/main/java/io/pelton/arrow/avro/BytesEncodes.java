package io.pelton.arrow.avro;

import io.pelton.arrow.ValueOutOfRange;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.function.IntFunction;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthViewVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.IntervalDayVector;
import org.apache.arrow.vector.IntervalMonthDayNanoVector;
import org.apache.arrow.vector.IntervalYearVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/** Strings, bytes, and what is made of bytes. Null where a vector holds nothing of the kind. */
final class BytesEncodes {
  private static final long NANOS = 1_000_000;

  private BytesEncodes() {}

  static Encode text(FieldVector vector) {
    return vector instanceof VarCharVector
            || vector instanceof LargeVarCharVector
            || vector instanceof ViewVarCharVector
        ? variable(vector)
        : null;
  }

  static Encode bytes(Schema schema, FieldVector vector, String path) {
    if (decimals(vector) != null) {
      IntFunction<BigInteger> unscaled = unscaled(schema, vector, path);
      return unscaled == null
          ? null
          : (row, output) -> {
            byte[] bytes = unscaled.apply(row).toByteArray();
            output.writeLong(bytes.length);
            output.write(bytes);
          };
    }
    if (vector instanceof FixedSizeBinaryVector fixed) {
      return (row, output) -> {
        output.writeLong(fixed.getByteWidth());
        output.write(
            fixed.getDataBuffer(), (long) row * fixed.getByteWidth(), fixed.getByteWidth());
      };
    }
    return text(vector) == null ? variable(vector) : null;
  }

  private static Encode variable(FieldVector vector) {
    if (vector instanceof BaseVariableWidthVector values) {
      return (row, output) -> {
        int start = values.getOffsetBuffer().getInt(4L * row);
        int count = values.getOffsetBuffer().getInt(4L * row + 4) - start;
        output.writeLong(count);
        output.write(values.getDataBuffer(), start, count);
      };
    } else if (vector instanceof BaseLargeVariableWidthVector values) {
      return (row, output) -> {
        long start = values.getOffsetBuffer().getLong(8L * row);
        int count = Math.toIntExact(values.getOffsetBuffer().getLong(8L * row + 8) - start);
        output.writeLong(count);
        output.write(values.getDataBuffer(), start, count);
      };
    } else if (vector instanceof BaseVariableWidthViewVector values) {
      return (row, output) -> {
        byte[] bytes = values.get(row);
        output.writeLong(bytes.length);
        output.write(bytes);
      };
    }
    return null;
  }

  static Encode fixed(Schema schema, FieldVector vector, String path) {
    int size = schema.getFixedSize();
    if (decimals(vector) != null) {
      IntFunction<BigInteger> unscaled = unscaled(schema, vector, path);
      return unscaled == null
          ? null
          : (row, output) -> output.write(extended(unscaled.apply(row), size, row, path));
    }
    if (vector instanceof FixedSizeBinaryVector fixed && fixed.getByteWidth() == size) {
      return (row, output) -> output.write(fixed.getDataBuffer(), (long) row * size, size);
    }
    if (vector instanceof VarBinaryVector values) {
      return (row, output) -> {
        if (values.getValueLength(row) != size) {
          throw new ValueOutOfRange(
              path, row, values.getValueLength(row) + " bytes", "a fixed of " + size);
        }
        output.write(values.get(row));
      };
    }
    return "duration".equals(schema.getProp("logicalType")) && size == 12
        ? duration(vector, path)
        : null;
  }

  private static IntFunction<BigDecimal> decimals(FieldVector vector) {
    if (vector instanceof DecimalVector decimals) {
      return decimals::getObject;
    } else if (vector instanceof Decimal256Vector decimals) {
      return decimals::getObject;
    }
    return null;
  }

  private static IntFunction<BigInteger> unscaled(Schema schema, FieldVector vector, String path) {
    if (!(LogicalTypes.fromSchemaIgnoreInvalid(schema) instanceof LogicalTypes.Decimal type)) {
      return null;
    }
    IntFunction<BigDecimal> decimals = decimals(vector);
    return row -> {
      BigDecimal decimal = decimals.apply(row);
      try {
        return decimal.setScale(type.getScale()).unscaledValue();
      } catch (ArithmeticException e) {
        throw new ValueOutOfRange(path, row, decimal.toString(), "scale " + type.getScale());
      }
    };
  }

  private static byte[] extended(BigInteger unscaled, int size, int row, String path) {
    byte[] bytes = unscaled.toByteArray();
    if (bytes.length > size) {
      throw new ValueOutOfRange(path, row, unscaled.toString(), "a fixed of " + size + " bytes");
    }
    byte[] all = new byte[size];
    Arrays.fill(all, (byte) (unscaled.signum() < 0 ? -1 : 0));
    System.arraycopy(bytes, 0, all, size - bytes.length, bytes.length);
    return all;
  }

  private static Encode duration(FieldVector vector, String path) {
    if (vector instanceof IntervalMonthDayNanoVector intervals) {
      return (row, output) -> {
        var data = intervals.getDataBuffer();
        long nanos = IntervalMonthDayNanoVector.getNanoseconds(data, row);
        if (nanos % NANOS != 0) {
          throw new ValueOutOfRange(path, row, nanos + " ns", "whole milliseconds");
        }
        part(IntervalMonthDayNanoVector.getMonths(data, row), row, path, output);
        part(IntervalMonthDayNanoVector.getDays(data, row), row, path, output);
        part(nanos / NANOS, row, path, output);
      };
    } else if (vector instanceof IntervalYearVector months) {
      return (row, output) -> {
        part(months.get(row), row, path, output);
        part(0, row, path, output);
        part(0, row, path, output);
      };
    } else if (vector instanceof IntervalDayVector intervals) {
      return (row, output) -> {
        var data = intervals.getDataBuffer();
        part(0, row, path, output);
        part(IntervalDayVector.getDays(data, row), row, path, output);
        part(IntervalDayVector.getMilliseconds(data, row), row, path, output);
      };
    }
    return null;
  }

  /** 32 bits without a sign. */
  private static void part(long value, int row, String path, AvroOutput output) {
    if (value < 0 || value > 0xffff_ffffL) {
      throw new ValueOutOfRange(path, row, Long.toString(value), "a part of an Avro duration");
    }
    output.writeInt32((int) value);
  }
}
