package io.pelton.arrow;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntervalMonthDayNanoVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/** Batches of random types and values: nested, full of nulls, empty, encoded. */
public final class RandomColumns {
  private static final double[] NULL_SHARES = {0, 0.1, 0.9, 1};

  private final Random random;
  private final BufferAllocator allocator;

  public RandomColumns(Random random, BufferAllocator allocator) {
    this.random = random;
    this.allocator = allocator;
  }

  /** A batch of 0 to 4 columns and 0 to 40 rows; its dictionary belongs to it. */
  public ArrowBatch batch() {
    int rows = random.nextInt(4) == 0 ? 0 : random.nextInt(41);
    int columns = random.nextInt(5);
    DictionaryProvider.MapDictionaryProvider dictionaries =
        new DictionaryProvider.MapDictionaryProvider();
    List<FieldVector> vectors = new ArrayList<>();
    FieldVector entries = null;
    for (int column = 0; column < columns; column++) {
      if (entries == null && random.nextInt(6) == 0) {
        DictionaryEncoding encoding =
            new DictionaryEncoding(1, false, new ArrowType.Int(8 << random.nextInt(3), true));
        entries = Vectors.of(allocator, new ArrowType.Utf8(), "x", "yy", null, "zzz");
        dictionaries.put(new Dictionary((VarCharVector) entries, encoding));
        vectors.add(indices("c" + column, encoding, rows));
      } else {
        FieldVector vector = field("c" + column, 3).createVector(allocator);
        fill(vector, rows);
        vectors.add(vector);
      }
    }
    VectorSchemaRoot root =
        new VectorSchemaRoot(vectors.stream().map(FieldVector::getField).toList(), vectors, rows);
    ArrowBatch logical = ArrowBatch.of(root, dictionaries);
    FieldVector dictionary = entries;
    return ArrowBatch.of(
        logical.schema(),
        vectors,
        rows,
        dictionaries,
        () -> {
          logical.close();
          if (dictionary != null) {
            dictionary.close();
          }
        });
  }

  private FieldVector indices(String name, DictionaryEncoding encoding, int rows) {
    Field field =
        new Field(name, new FieldType(true, encoding.getIndexType(), encoding), List.of());
    FieldVector vector = field.createVector(allocator);
    vector.setInitialCapacity(rows);
    vector.allocateNew();
    for (int row = 0; row < rows; row++) {
      if (random.nextInt(5) == 0) {
        vector.setNull(row);
      } else {
        Vectors.set(vector, row, random.nextInt(4));
      }
    }
    vector.setValueCount(rows);
    return vector;
  }

  private Field field(String name, int depth) {
    int kind = depth > 0 ? random.nextInt(9) : 8;
    return switch (kind) {
      case 0 -> nested(name, new ArrowType.List(), field("item", depth - 1));
      case 1 -> nested(name, new ArrowType.LargeList(), field("item", depth - 1));
      case 2 ->
          nested(
              name, new ArrowType.FixedSizeList(1 + random.nextInt(3)), field("item", depth - 1));
      case 3 -> {
        Field[] fields = new Field[1 + random.nextInt(3)];
        for (int i = 0; i < fields.length; i++) {
          fields[i] = field("f" + i, depth - 1);
        }
        yield nested(name, new ArrowType.Struct(), fields);
      }
      case 4 -> {
        Field key = Field.notNullable(MapVector.KEY_NAME, new ArrowType.Int(32, true));
        Field entries =
            new Field(
                MapVector.DATA_VECTOR_NAME,
                FieldType.notNullable(new ArrowType.Struct()),
                List.of(key, field(MapVector.VALUE_NAME, depth - 1)));
        yield nested(name, new ArrowType.Map(false), entries);
      }
      default -> Field.nullable(name, leaf());
    };
  }

  private static Field nested(String name, ArrowType type, Field... children) {
    return new Field(name, FieldType.nullable(type), List.of(children));
  }

  private <V> V any(V[] values) {
    return values[random.nextInt(values.length)];
  }

  private ArrowType leaf() {
    TimeUnit unit = any(TimeUnit.values());
    return switch (random.nextInt(19)) {
      case 0 -> new ArrowType.Int(8 << random.nextInt(4), random.nextBoolean());
      case 1 -> new ArrowType.FloatingPoint(any(FloatingPointPrecision.values()));
      case 2 -> new ArrowType.Bool();
      case 3 -> new ArrowType.Decimal(20, 3, 128);
      case 4 -> new ArrowType.Decimal(60, 3, 256);
      case 5 -> new ArrowType.Date(any(DateUnit.values()));
      case 6 -> new ArrowType.Time(unit, unit.compareTo(TimeUnit.MILLISECOND) > 0 ? 64 : 32);
      case 7 -> new ArrowType.Timestamp(unit, random.nextBoolean() ? "UTC" : null);
      case 8 -> new ArrowType.Duration(unit);
      case 9 -> new ArrowType.Interval(IntervalUnit.YEAR_MONTH);
      case 10 -> new ArrowType.Interval(IntervalUnit.DAY_TIME);
      case 11 -> new ArrowType.Interval(IntervalUnit.MONTH_DAY_NANO);
      case 12 -> new ArrowType.Binary();
      case 13 -> new ArrowType.LargeUtf8();
      case 14 -> new ArrowType.LargeBinary();
      case 15 -> random.nextBoolean() ? new ArrowType.Utf8View() : new ArrowType.BinaryView();
      case 16 -> new ArrowType.FixedSizeBinary(3);
      case 17 -> new ArrowType.Null();
      default -> new ArrowType.Utf8();
    };
  }

  private void fill(FieldVector vector, int rows) {
    if (vector instanceof NullVector) {
      vector.setValueCount(rows);
      return;
    }
    double nulls = NULL_SHARES[random.nextInt(NULL_SHARES.length)];
    vector.setInitialCapacity(rows);
    vector.allocateNew();
    boolean mayBeNull = vector.getField().isNullable();
    int end = 0;
    for (int row = 0; row < rows; row++) {
      if (mayBeNull && random.nextDouble() < nulls) {
        vector.setNull(row);
      } else {
        end += cell(vector, row);
      }
    }
    if (vector instanceof FixedSizeListVector lists) {
      end = rows * lists.getListSize();
    } else if (vector instanceof StructVector) {
      end = rows;
    }
    for (FieldVector child : vector.getChildrenFromFields()) {
      fill(child, end);
    }
    vector.setValueCount(rows);
  }

  /** Returns elements of the cell, where it is a list. */
  private int cell(FieldVector vector, int row) {
    int count = random.nextInt(4);
    if (vector instanceof ListVector lists) {
      lists.startNewValue(row);
      lists.endValue(row, count);
      return count;
    }
    if (vector instanceof LargeListVector lists) {
      lists.startNewValue(row);
      lists.endValue(row, count);
      return count;
    }
    if (vector instanceof FixedSizeListVector lists) {
      lists.startNewValue(row);
    } else if (vector instanceof StructVector struct) {
      struct.setIndexDefined(row);
    } else if (vector instanceof IntervalMonthDayNanoVector interval) {
      interval.setSafe(row, random.nextInt(), random.nextInt(), random.nextLong());
    } else {
      Vectors.set(vector, row, value(vector.getField().getType()));
    }
    return 0;
  }

  private Object value(ArrowType type) {
    return switch (type.getTypeID()) {
      case Bool -> random.nextBoolean();
      case FloatingPoint -> random.nextGaussian();
      case Decimal ->
          new BigDecimal(
              new BigInteger(((ArrowType.Decimal) type).getBitWidth() / 2, random)
                  .multiply(BigInteger.valueOf(random.nextBoolean() ? 1 : -1)),
              3);
      case Utf8, LargeUtf8, Utf8View -> "é".repeat(random.nextInt(12)) + random.nextInt(100);
      case Binary, LargeBinary, BinaryView -> bytes(random.nextInt(20));
      case FixedSizeBinary -> bytes(3);
      default -> random.nextLong();
    };
  }

  private byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }
}
