package io.pelton.arrow.avro;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/** Makes the columns that become vectors. They hold no memory until they are written. */
final class ColumnFactory {
  private final BufferAllocator allocator;

  ColumnFactory(BufferAllocator allocator) {
    this.allocator = allocator;
  }

  /**
   * @param field logical, as {@link ArrowFields} makes it
   */
  Column column(Field field) {
    boolean nullable = field.isNullable();
    if (field.getDictionary() != null) {
      return new FixedColumn.Ints(allocator, nullable);
    }
    ArrowType type = field.getType();
    return switch (type.getTypeID()) {
      case Null -> new NullColumn();
      case Bool -> new BitColumn(allocator, nullable);
      case Int -> number(((ArrowType.Int) type).getBitWidth(), nullable);
      case Date -> number(32, nullable);
      case Time -> number(((ArrowType.Time) type).getBitWidth(), nullable);
      case Timestamp -> number(64, nullable);
      case FloatingPoint ->
          switch (((ArrowType.FloatingPoint) type).getPrecision()) {
            case SINGLE -> new FixedColumn.Floats(allocator, nullable);
            default -> new FixedColumn.Doubles(allocator, nullable);
          };
      case Utf8 -> new BytesColumn(allocator, nullable, true);
      case Binary -> new BytesColumn(allocator, nullable, false);
      case FixedSizeBinary ->
          new FixedColumn.Bytes(
              allocator, nullable, ((ArrowType.FixedSizeBinary) type).getByteWidth());
      case Decimal ->
          new FixedColumn.Decimals(
              allocator, nullable, ((ArrowType.Decimal) type).getBitWidth() / 8);
      case Interval -> new FixedColumn.Durations(allocator, nullable);
      case List, Map -> new ListColumn(allocator, nullable, children(field).get(0));
      case Struct -> new StructColumn(allocator, nullable, children(field));
      default -> throw new IllegalStateException("no Avro type is read as " + type);
    };
  }

  private Column number(int bits, boolean nullable) {
    return bits == 32
        ? new FixedColumn.Ints(allocator, nullable)
        : new FixedColumn.Longs(allocator, nullable);
  }

  private List<Column> children(Field field) {
    List<Column> columns = new ArrayList<>();
    for (Field child : field.getChildren()) {
      columns.add(column(child));
    }
    return columns;
  }
}
