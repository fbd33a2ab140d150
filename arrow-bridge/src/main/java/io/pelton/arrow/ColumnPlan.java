package io.pelton.arrow;

import io.pelton.arrow.type.ColumnType;
import io.pelton.arrow.type.NumberType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Where a built batch keeps each column within one buffer. Columns of one numeric type follow each
 * other at a fixed stride, so that any run of them is a matrix.
 */
final class ColumnPlan {
  private static final long LINE = 64;

  private final Schema schema;
  private final int capacity;
  private final ColumnType[] types;
  private final long[] values;
  private final long[] validity;
  private final long bytes;
  private final double rowBytes;

  ColumnPlan(Schema schema, int capacity) {
    this.schema = schema;
    this.capacity = capacity;
    List<Field> fields = schema.getFields();
    types = fields.stream().map(ColumnPlan::type).toArray(ColumnType[]::new);
    values = new long[types.length];
    validity = new long[types.length];
    long end = 0;
    for (List<Integer> group : groups(fields).values()) {
      for (int column : group) {
        values[column] = end;
        end += stride(valueBytes(column));
      }
    }
    long bits = 0;
    for (int column = 0; column < types.length; column++) {
      validity[column] = end;
      end += lines(validityBytes());
      bits += 1 + (types[column] instanceof NumberType number ? number.bytes(8) : 32);
    }
    bytes = end;
    rowBytes = bits / 8.0;
  }

  private static ColumnType type(Field field) {
    ColumnType type =
        field.getDictionary() == null ? ColumnType.of(field.getType()).orElse(null) : null;
    boolean isNumber =
        field.getType() instanceof ArrowType.Int
            || field.getType() instanceof ArrowType.FloatingPoint
            || field.getType() instanceof ArrowType.Bool;
    if (isNumber || field.getType() instanceof ArrowType.Utf8) {
      return type;
    }
    throw new UnsupportedType(
        field.getName(),
        field.getDictionary() == null ? field.getType().toString() : "dictionary-encoded",
        "Int and UInt of 8 to 64 bits, FloatingPoint, Bool, Utf8");
  }

  private static Map<ArrowType, List<Integer>> groups(List<Field> fields) {
    Map<ArrowType, List<Integer>> groups = new LinkedHashMap<>();
    for (int column = 0; column < fields.size(); column++) {
      groups.computeIfAbsent(fields.get(column).getType(), type -> new ArrayList<>()).add(column);
    }
    return groups;
  }

  /** An odd number of cache lines: at an even one, the columns of a row would share cache sets. */
  private static long stride(long bytes) {
    long lines = (bytes + LINE - 1) / LINE;
    return (lines | 1) * LINE;
  }

  private static long lines(long bytes) {
    return (bytes + LINE - 1) / LINE * LINE;
  }

  Schema schema() {
    return schema;
  }

  int capacity() {
    return capacity;
  }

  int columns() {
    return types.length;
  }

  ColumnType type(int column) {
    return types[column];
  }

  long valuesAt(int column) {
    return values[column];
  }

  /** Bytes of a column's values at full capacity; of its offsets where it is text. */
  long valueBytes(int column) {
    return types[column] instanceof NumberType number
        ? number.bytes(capacity)
        : 4L * (capacity + 1L);
  }

  long validityAt(int column) {
    return validity[column];
  }

  long validityBytes() {
    return (capacity + 7L) / 8;
  }

  /** Bytes of the whole buffer. */
  long bytes() {
    return bytes;
  }

  /** Bytes that a row takes, text aside. */
  double rowBytes() {
    return rowBytes;
  }
}
