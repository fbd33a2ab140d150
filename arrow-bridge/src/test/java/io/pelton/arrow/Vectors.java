package io.pelton.arrow;

import io.pelton.engine.tensor.NativeStorage;
import io.pelton.engine.tensor.Storage;
import io.pelton.engine.tensor.StringStorage;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.IntervalDayVector;
import org.apache.arrow.vector.IntervalYearVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ViewVarBinaryVector;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** Vectors made cell by cell with Arrow's own setters, as any other program would. */
public final class Vectors {
  private Vectors() {}

  /** A vector named "a" of a type without children; null cells are null. */
  public static FieldVector of(BufferAllocator allocator, ArrowType type, Object... cells) {
    FieldVector vector =
        org.apache.arrow.vector.types.pojo.Field.nullable("a", type).createVector(allocator);
    vector.setInitialCapacity(cells.length);
    vector.allocateNew();
    for (int row = 0; row < cells.length; row++) {
      if (cells[row] == null) {
        vector.setNull(row);
      } else {
        set(vector, row, cells[row]);
      }
    }
    vector.setValueCount(cells.length);
    return vector;
  }

  /** Writes a cell; temporal ones and integers as numbers, decimals as BigDecimal. */
  public static void set(FieldVector vector, int row, Object cell) {
    long number = cell instanceof Number value ? value.longValue() : 0;
    if (vector instanceof TinyIntVector to) {
      to.setSafe(row, (byte) number);
    } else if (vector instanceof SmallIntVector to) {
      to.setSafe(row, (short) number);
    } else if (vector instanceof IntVector to) {
      to.setSafe(row, (int) number);
    } else if (vector instanceof BigIntVector to) {
      to.setSafe(row, number);
    } else if (vector instanceof UInt1Vector to) {
      to.setSafe(row, (byte) number);
    } else if (vector instanceof UInt2Vector to) {
      to.setSafe(row, (char) number);
    } else if (vector instanceof UInt4Vector to) {
      to.setSafe(row, (int) number);
    } else if (vector instanceof UInt8Vector to) {
      to.setSafe(row, number);
    } else if (vector instanceof BitVector to) {
      to.setSafe(row, (Boolean) cell ? 1 : 0);
    } else if (vector instanceof Float2Vector to) {
      to.setSafeWithPossibleTruncate(row, ((Number) cell).floatValue());
    } else if (vector instanceof Float4Vector to) {
      to.setSafe(row, ((Number) cell).floatValue());
    } else if (vector instanceof Float8Vector to) {
      to.setSafe(row, ((Number) cell).doubleValue());
    } else if (vector instanceof DecimalVector to) {
      to.setSafe(row, (java.math.BigDecimal) cell);
    } else if (vector instanceof Decimal256Vector to) {
      to.setSafe(row, (java.math.BigDecimal) cell);
    } else {
      setOther(vector, row, cell, number);
    }
  }

  private static void setOther(FieldVector vector, int row, Object cell, long number) {
    if (vector instanceof DateDayVector to) {
      to.setSafe(row, (int) number);
    } else if (vector instanceof DateMilliVector to) {
      to.setSafe(row, number);
    } else if (vector instanceof TimeSecVector to) {
      to.setSafe(row, (int) number);
    } else if (vector instanceof TimeMilliVector to) {
      to.setSafe(row, (int) number);
    } else if (vector instanceof TimeMicroVector to) {
      to.setSafe(row, number);
    } else if (vector instanceof TimeNanoVector to) {
      to.setSafe(row, number);
    } else if (vector instanceof TimeStampVector to) {
      to.setSafe(row, number);
    } else if (vector instanceof DurationVector to) {
      to.setSafe(row, number);
    } else if (vector instanceof IntervalYearVector to) {
      to.setSafe(row, (int) number);
    } else if (vector instanceof IntervalDayVector to) {
      to.setSafe(row, (int) (number / 86_400_000), (int) (number % 86_400_000));
    } else {
      setBytes(vector, row, cell);
    }
  }

  private static void setBytes(FieldVector vector, int row, Object cell) {
    byte[] bytes =
        cell instanceof byte[] given ? given : ((String) cell).getBytes(StandardCharsets.UTF_8);
    if (vector instanceof VarCharVector to) {
      to.setSafe(row, bytes);
    } else if (vector instanceof VarBinaryVector to) {
      to.setSafe(row, bytes);
    } else if (vector instanceof LargeVarCharVector to) {
      to.setSafe(row, bytes);
    } else if (vector instanceof LargeVarBinaryVector to) {
      to.setSafe(row, bytes);
    } else if (vector instanceof ViewVarCharVector to) {
      to.setSafe(row, bytes);
    } else if (vector instanceof ViewVarBinaryVector to) {
      to.setSafe(row, bytes);
    } else if (vector instanceof FixedSizeBinaryVector to) {
      to.setSafe(row, bytes);
    } else {
      throw new IllegalArgumentException(vector.getClass().getName());
    }
  }

  /** A list vector named "a"; every row is a List of cells or null. */
  public static FieldVector lists(
      BufferAllocator allocator, ArrowType lists, ArrowType elements, List<?>... rows) {
    org.apache.arrow.vector.types.pojo.Field field =
        new org.apache.arrow.vector.types.pojo.Field(
            "a",
            org.apache.arrow.vector.types.pojo.FieldType.nullable(lists),
            List.of(org.apache.arrow.vector.types.pojo.Field.nullable("item", elements)));
    FieldVector vector = field.createVector(allocator);
    vector.allocateNew();
    FieldVector child = vector.getChildrenFromFields().get(0);
    int end = 0;
    for (int row = 0; row < rows.length; row++) {
      if (rows[row] == null) {
        vector.setNull(row);
        continue;
      }
      int at = end;
      if (vector instanceof ListVector list) {
        at = list.startNewValue(row);
        list.endValue(row, rows[row].size());
      } else if (vector instanceof LargeListVector list) {
        at = (int) list.startNewValue(row);
        list.endValue(row, rows[row].size());
      } else {
        at = ((FixedSizeListVector) vector).startNewValue(row);
      }
      for (Object cell : rows[row]) {
        if (cell == null) {
          child.setNull(at);
        } else {
          set(child, at, cell);
        }
        at++;
      }
      end = at;
    }
    vector.setValueCount(rows.length);
    return vector;
  }

  /** A struct named "a" around vectors, which it takes over; rows named are null. */
  public static StructVector struct(
      BufferAllocator allocator, int rows, List<FieldVector> children, int... nulls) {
    StructVector struct = StructVector.empty("a", allocator);
    for (FieldVector child : children) {
      FieldVector inner =
          struct.addOrGet(child.getName(), child.getField().getFieldType(), FieldVector.class);
      child.makeTransferPair(inner).transfer();
      child.close();
    }
    for (int row = 0; row < rows; row++) {
      struct.setIndexDefined(row);
    }
    for (int row : nulls) {
      struct.setNull(row);
    }
    struct.setValueCount(rows);
    return struct;
  }

  /** A batch that owns the vectors. */
  public static ArrowBatch batch(FieldVector... vectors) {
    return ArrowBatch.of(VectorSchemaRoot.of(vectors));
  }

  /** Where a storage's first element, or first byte of text, lies. */
  public static long address(Storage storage) {
    if (storage instanceof NativeStorage numbers) {
      return MemoryUtil.getByteBufferAddress(numbers.bytes());
    }
    try {
      Field bytes = StringStorage.class.getDeclaredField("bytes");
      bytes.setAccessible(true);
      return MemoryUtil.getByteBufferAddress((ByteBuffer) bytes.get(storage));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }
}
