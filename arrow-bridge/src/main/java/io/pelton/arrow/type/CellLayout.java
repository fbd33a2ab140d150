package io.pelton.arrow.type;

import io.pelton.engine.tensor.DType;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * How many bytes the cells of a field take, and what writes them. A column's values come first, its
 * validity after them at a cache line of its own.
 */
public final class CellLayout {
  /** What {@link #of} knows, for messages. */
  public static final String SUPPORTED =
      "Int and UInt of 8 to 64 bits, FloatingPoint, Decimal, Bool, Date, Time, Timestamp, Duration,"
          + " Interval of months or of days, Utf8, Binary, FixedSizeBinary, Null, and List and"
          + " FixedSizeList of these";

  private static final long LINE = 64;

  private final Field field;
  private final ArrowType type;
  private final CellLayout element;

  private CellLayout(Field field, CellLayout element) {
    this.field = field;
    this.type = field.getType();
    this.element = element;
  }

  /** The layout of a field, where it is one that can be written. */
  public static Optional<CellLayout> of(Field field) {
    if (field.getDictionary() != null) {
      return Optional.empty();
    }
    if (field.getType() instanceof ArrowType.List
        || field.getType() instanceof ArrowType.FixedSizeList) {
      return of(field.getChildren().get(0))
          .filter(element -> element.element == null && !(element.type instanceof ArrowType.Null))
          .map(element -> new CellLayout(field, element));
    }
    if (field.getType() instanceof ArrowType.Null) {
      return Optional.of(new CellLayout(field, null));
    }
    return ColumnType.of(field.getType())
        .filter(type -> !(type instanceof LargeUtf8Type) && !(type instanceof Utf8ViewType))
        .map(type -> new CellLayout(field, null));
  }

  /** Bytes of the values of this many rows; of their offsets where the values vary in size. */
  public long valueBytes(long rows) {
    if (type instanceof ArrowType.FixedSizeList list) {
      return element.bytes(rows * list.getListSize());
    }
    if (type instanceof ArrowType.FixedSizeBinary binary) {
      return rows * binary.getByteWidth();
    }
    return switch (type.getTypeID()) {
      case List, Utf8, Binary -> 4 * (rows + 1);
      case Null -> 0;
      default -> ((NumberType) ColumnType.of(type).orElseThrow()).bytes(rows);
    };
  }

  /** Whether rows hold elements of their own, among which there may be nulls. */
  public boolean isList() {
    return element != null;
  }

  /** Whether memory grows with the values, beyond {@link #valueBytes}. */
  public boolean grows() {
    if (type instanceof ArrowType.FixedSizeList) {
      return element.grows();
    }
    return switch (type.getTypeID()) {
      case List, Utf8, Binary -> true;
      default -> false;
    };
  }

  /** Bits that a row takes, its validity included. */
  public long rowBits() {
    if (type instanceof ArrowType.FixedSizeList list) {
      return 1 + element.rowBits() * list.getListSize();
    }
    return switch (type.getTypeID()) {
      case List, Utf8, Binary -> 33;
      default -> 1 + valueBytes(8);
    };
  }

  /** Bytes from the start of the values to the validity. */
  long validityAt(long rows) {
    return (valueBytes(rows) + LINE - 1) / LINE * LINE;
  }

  static long validityBytes(long rows) {
    return (rows + 7) / 8;
  }

  /** Bytes of values and validity. */
  long bytes(long rows) {
    return validityAt(rows) + validityBytes(rows);
  }

  /**
   * What writes the cells.
   *
   * @param validity one bit a row
   * @param values little-endian
   * @param rows that both have room for
   * @param allocator of memory that grows with the values
   */
  public Cells cells(ByteBuffer validity, ByteBuffer values, int rows, BufferAllocator allocator) {
    if (type instanceof ArrowType.FixedSizeList list) {
      int count = Math.multiplyExact(rows, list.getListSize());
      ByteBuffer bits = part(values, element.validityAt(count), validityBytes(count));
      ByteBuffer content = part(values, 0, element.valueBytes(count));
      Cells elements = element.cells(bits, content, count, allocator);
      return new FixedListCells(
          list.getListSize(),
          element.field.isNullable(),
          element,
          count,
          elements,
          validity,
          values);
    }
    if (type instanceof ArrowType.List) {
      return new ListCells(element.field.isNullable(), element, validity, values, allocator);
    }
    if (type instanceof ArrowType.Decimal decimal) {
      return new DecimalCells(
          decimal.getBitWidth(), decimal.getPrecision(), decimal.getScale(), validity, values);
    }
    if (type instanceof ArrowType.FixedSizeBinary binary) {
      return new FixedBytesCells(binary.getByteWidth(), validity, values);
    }
    return switch (type.getTypeID()) {
      case Utf8 -> new TextCells(true, validity, values, allocator);
      case Binary -> new TextCells(false, validity, values, allocator);
      case Null -> new NoCells(validity, values);
      case Bool -> new BitCells(validity, values);
      default -> numbers(ColumnType.of(type).orElseThrow(), validity, values);
    };
  }

  private Cells numbers(ColumnType numbers, ByteBuffer validity, ByteBuffer values) {
    if (numbers instanceof DayTimeType) {
      return new DayTimeCells(validity, values);
    }
    if (numbers instanceof FloatType) {
      return numbers.dtype() == DType.F32
          ? new SingleCells(validity, values)
          : new FloatCells(numbers.dtype(), validity, values);
    }
    return type instanceof ArrowType.Int
        ? new IntegerCells(numbers.dtype(), validity, values)
        : new TimeCells(type, numbers.dtype(), validity, values);
  }

  private static ByteBuffer part(ByteBuffer buffer, long at, long length) {
    return buffer.slice(Math.toIntExact(at), Math.toIntExact(length)).order(buffer.order());
  }
}
