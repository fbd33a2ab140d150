package io.pelton.arrow;

import io.pelton.arrow.type.ColumnType;
import io.pelton.arrow.type.TextReader;
import io.pelton.arrow.type.TextType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.NativeStorage;
import io.pelton.engine.tensor.Storage;
import io.pelton.engine.tensor.StringStorage;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/** Takes a vector apart into the storages of a {@link ColumnStorage}. */
final class ColumnParts {
  private static final String SUPPORTED =
      "all but unions, run-end-encoded columns, list views, and text of 2 GB and more in a batch";

  final Field field;
  final int rows;
  final int nulls;
  final List<ColumnStorage> children = new ArrayList<>();
  Storage validity;
  Storage offsets;
  Storage values;
  Storage content;
  ColumnStorage dictionary;
  String packedBecause;
  private final FieldVector vector;
  private final String name;

  private ColumnParts(FieldVector vector, String name) {
    this.vector = vector;
    this.name = name;
    this.field = vector.getField();
    this.rows = vector.getValueCount();
    this.nulls = vector.getNullCount();
  }

  static ColumnStorage of(FieldVector vector, String name, DictionaryProvider dictionaries) {
    ColumnParts parts = new ColumnParts(vector, name);
    try {
      parts.take(dictionaries);
    } catch (RuntimeException failure) {
      new ColumnStorage(parts).close();
      throw failure;
    }
    return new ColumnStorage(parts);
  }

  private void take(DictionaryProvider dictionaries) {
    ArrowType type = field.getType();
    if (type instanceof ArrowType.Null) {
      return;
    }
    if (nulls > 0) {
      validity = view(DType.U8, vector.getValidityBuffer(), (rows + 7L) / 8);
    }
    switch (type.getTypeID()) {
      case Utf8, Binary -> text();
      case LargeUtf8, LargeBinary -> {
        offsets(8);
        values = view(DType.U8, vector.getDataBuffer(), end());
      }
      case Utf8View, BinaryView -> packText();
      case List, Map -> offsets(4);
      case LargeList -> offsets(8);
      case FixedSizeList, Struct -> {
        // nothing but children
      }
      default -> {
        DType dtype = dtype(type);
        values = view(dtype, vector.getDataBuffer(), bytes(type, dtype));
      }
    }
    for (FieldVector child : vector.getChildrenFromFields()) {
      boolean isStruct = type instanceof ArrowType.Struct;
      String below = isStruct ? name + "." + child.getName() : "elements of " + name;
      children.add(of(child, below, dictionaries));
    }
    if (field.getDictionary() != null) {
      FieldVector entries = dictionaries.lookup(field.getDictionary().getId()).getVector();
      dictionary = of(entries, "dictionary of " + name, dictionaries);
    }
  }

  private NativeStorage view(DType dtype, ArrowBuf memory, long bytes) {
    return ArrowMemory.wrap(
        dtype, memory, bytes, vector.getAllocator(), () -> "storage of column '" + name + "'");
  }

  /** Offsets of a vector without rows need not be there. */
  private void offsets(int width) {
    DType dtype = width == 4 ? DType.I32 : DType.I64;
    offsets =
        rows == 0
            ? HeapStorage.allocate(dtype, 1)
            : view(dtype, vector.getOffsetBuffer(), width * (rows + 1L));
    packedBecause = rows == 0 ? "a column without rows need not have offsets" : null;
  }

  private long end() {
    if (rows == 0) {
      return 0;
    }
    long end =
        offsets.dtype() == DType.I32
            ? ((NativeStorage) offsets).ints().get(rows)
            : ((NativeStorage) offsets).longs().get(rows);
    if (end > Integer.MAX_VALUE) {
      throw new UnsupportedType(name, field.getType() + " with " + end + " bytes", SUPPORTED);
    }
    return end;
  }

  private void text() {
    offsets(4);
    if (rows == 0) {
      values = StringStorage.growable();
      return;
    }
    NativeStorage bytes = view(DType.U8, vector.getDataBuffer(), end());
    content = bytes;
    // on the memory of the other two, which this closes
    values = StringStorage.wrap(((NativeStorage) offsets).bytes(), bytes.bytes(), rows, () -> {});
  }

  private void packText() {
    TextType type = (TextType) ColumnType.of(field.getType()).orElseThrow();
    TextReader reader = type.read(vector, rows);
    StringStorage packed = StringStorage.growable();
    values = packed;
    packedBecause = type.packedBecause().orElseThrow();
    byte[] nothing = new byte[0];
    for (int row = 0; row < rows; row++) {
      if (vector.isNull(row)) {
        packed.append(nothing, 0, 0);
      } else {
        reader.append(row, packed);
      }
    }
  }

  private DType dtype(ArrowType type) {
    return switch (type.getTypeID()) {
      case Bool, FixedSizeBinary -> DType.U8;
      case Decimal -> DType.I64;
      case Interval -> DType.I32;
      case Int, FloatingPoint, Date, Time, Timestamp, Duration ->
          ColumnType.of(type).orElseThrow().dtype();
      default -> throw new UnsupportedType(name, type.toString(), SUPPORTED);
    };
  }

  private long bytes(ArrowType type, DType dtype) {
    if (type instanceof ArrowType.Bool) {
      return (rows + 7L) / 8;
    }
    if (type instanceof ArrowType.FixedSizeBinary binary) {
      return (long) rows * binary.getByteWidth();
    }
    if (type instanceof ArrowType.Decimal decimal) {
      return (long) rows * (decimal.getBitWidth() / 8);
    }
    if (type instanceof ArrowType.Interval interval) {
      return (long) rows
          * switch (interval.getUnit()) {
            case YEAR_MONTH -> 4;
            case DAY_TIME -> 8;
            case MONTH_DAY_NANO -> 16;
          };
    }
    return (long) rows * (dtype.bits() / 8);
  }
}
