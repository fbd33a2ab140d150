package io.pelton.arrow;

import io.pelton.arrow.type.CellLayout;
import io.pelton.arrow.type.ColumnType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Where a built batch keeps each column within one buffer. Columns of one type follow each other at
 * a fixed stride, so that any run of them is a matrix.
 */
final class ColumnPlan {
  private static final long LINE = 64;

  private final Schema schema;
  private final int capacity;
  private final CellLayout[] layouts;
  private final long[] values;
  private final long[] validity;
  private final long bytes;
  private final double rowBytes;

  ColumnPlan(Schema schema, int capacity) {
    this.schema = schema;
    this.capacity = capacity;
    List<Field> fields = schema.getFields();
    layouts = fields.stream().map(ColumnPlan::layout).toArray(CellLayout[]::new);
    values = new long[layouts.length];
    validity = new long[layouts.length];
    long end = 0;
    for (List<Integer> group : groups(fields).values()) {
      for (int column : group) {
        values[column] = end;
        end += stride(valueBytes(column));
      }
    }
    long bits = 0;
    for (int column = 0; column < layouts.length; column++) {
      validity[column] = end;
      end += lines(validityBytes());
      bits += layouts[column].rowBits();
    }
    bytes = end;
    rowBytes = bits / 8.0;
  }

  private static CellLayout layout(Field field) {
    return CellLayout.of(field)
        .orElseThrow(
            () ->
                new UnsupportedType(
                    field.getName(),
                    field.getDictionary() == null ? field.toString() : "dictionary-encoded",
                    CellLayout.SUPPORTED));
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
    return layouts.length;
  }

  CellLayout layout(int column) {
    return layouts[column];
  }

  /** What a column takes, for messages. */
  String kind(int column) {
    return kind(schema.getFields().get(column));
  }

  private static String kind(Field field) {
    ArrowType type = field.getType();
    if (type instanceof ArrowType.List || type instanceof ArrowType.FixedSizeList) {
      return "lists of " + kind(field.getChildren().get(0));
    }
    boolean isPlain =
        type instanceof ArrowType.Int
            || type instanceof ArrowType.FloatingPoint
            || type instanceof ArrowType.Bool
            || type instanceof ArrowType.Utf8;
    return isPlain ? ColumnType.of(type).orElseThrow().dtype().toString() : type.toString();
  }

  /** Elements of each list of a column of lists of one length. */
  int listSize(int column) {
    return ((ArrowType.FixedSizeList) schema.getFields().get(column).getType()).getListSize();
  }

  long valuesAt(int column) {
    return values[column];
  }

  /** Bytes of a column's values at full capacity; of its offsets where values vary in size. */
  long valueBytes(int column) {
    return layouts[column].valueBytes(capacity);
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

  /** Bytes that a row takes, aside from what varies in size. */
  double rowBytes() {
    return rowBytes;
  }
}
