package io.pelton.arrow.type;

import io.pelton.engine.tensor.StringStorage;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/**
 * Writes the cells of one column into memory in Arrow's layout, row by row; a cell may be written
 * again until the next row's is. What a write returns says whether the value was taken; a kind of
 * value that a column does not take is {@link Written#OTHER_KIND}.
 */
public abstract class Cells implements AutoCloseable {
  /** What became of a value. */
  public enum Written {
    DONE,
    OUT_OF_RANGE,
    OTHER_KIND,
    OTHER_LENGTH,
    NULL_ELEMENT
  }

  private ByteBuffer validity;
  private ByteBuffer values;
  private boolean nulls;

  Cells(ByteBuffer validity, ByteBuffer values) {
    this.validity = validity;
    this.values = values;
    fillValid();
  }

  /** Says of all rows that they hold a value, so that writing one has nothing to say. */
  private void fillValid() {
    for (int i = 0; i < validity.capacity(); i++) {
      validity.put(i, (byte) -1);
    }
  }

  /** Forgets all rows. */
  public void clear() {
    if (nulls) {
      nulls = false;
      fillValid();
    }
  }

  /** Whether a null was written since {@link #clear}, to a row or into a list. */
  public boolean mayHoldNulls() {
    return nulls;
  }

  /** Moves on to other memory with the same contents, and rows behind them that are not null. */
  void move(ByteBuffer newValidity, ByteBuffer newValues) {
    validity = newValidity;
    values = newValues;
  }

  final ByteBuffer values() {
    return values;
  }

  /** Writes a float, rounded once. */
  public Written real(int row, double value) {
    return Written.OTHER_KIND;
  }

  /** Writes a float of single precision. */
  public Written single(int row, float value) {
    return real(row, value);
  }

  /** Writes an integer; to a column of dates, times or intervals, in the column's unit. */
  public Written integer(int row, long value) {
    return Written.OTHER_KIND;
  }

  public Written truth(int row, boolean value) {
    return Written.OTHER_KIND;
  }

  public Written text(int row, byte[] utf8, int from, int count) {
    return Written.OTHER_KIND;
  }

  public Written bytes(int row, byte[] bytes, int from, int count) {
    return Written.OTHER_KIND;
  }

  public Written decimal(int row, BigDecimal value) {
    return Written.OTHER_KIND;
  }

  /** Writes a value of {@code java.time}. */
  public Written time(int row, Object value) {
    return Written.OTHER_KIND;
  }

  /** Writes a list, element by element. */
  public Written list(int row, int count, Elements elements) {
    return Written.OTHER_KIND;
  }

  /** Writes a list of floats. */
  public Written floats(int row, float[] floats, int from, int count) {
    return list(row, count, (index, cells, at) -> cells.real(at, floats[from + index]));
  }

  /** Writes floats to rows that follow each other; false where it has to be one by one. */
  boolean reals(int row, float[] floats, int from, int count) {
    return false;
  }

  /** Writes elements of a list. */
  @FunctionalInterface
  public interface Elements {
    /**
     * @param index of the element in its list
     * @param row of {@code cells} where it belongs
     */
    Written write(int index, Cells cells, int row);
  }

  /** Writes a boxed value of any kind, null included. */
  public final Written object(int row, Object value) {
    if (value == null) {
      nothing(row);
      return Written.DONE;
    }
    if (value instanceof Float single) {
      return single(row, single);
    }
    if (value instanceof Double real) {
      return real(row, real);
    }
    if (value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte) {
      return integer(row, ((Number) value).longValue());
    }
    if (value instanceof Boolean truth) {
      return truth(row, truth);
    }
    if (value instanceof CharSequence) {
      byte[] utf8 = value.toString().getBytes(StandardCharsets.UTF_8);
      return text(row, utf8, 0, utf8.length);
    }
    if (value instanceof byte[] bytes) {
      return bytes(row, bytes, 0, bytes.length);
    }
    if (value instanceof BigDecimal decimal) {
      return decimal(row, decimal);
    }
    return listOrTime(row, value);
  }

  private Written listOrTime(int row, Object value) {
    if (value instanceof List<?> list) {
      return list(row, list.size(), (index, cells, at) -> cells.object(at, list.get(index)));
    }
    if (value instanceof Object[] array) {
      return list(row, array.length, (index, cells, at) -> cells.object(at, array[index]));
    }
    if (value instanceof float[] floats) {
      return floats(row, floats, 0, floats.length);
    }
    if (value instanceof double[] doubles) {
      return list(row, doubles.length, (index, cells, at) -> cells.real(at, doubles[index]));
    }
    if (value instanceof int[] ints) {
      return list(row, ints.length, (index, cells, at) -> cells.integer(at, ints[index]));
    }
    if (value instanceof long[] longs) {
      return list(row, longs.length, (index, cells, at) -> cells.integer(at, longs[index]));
    }
    if (value instanceof boolean[] truths) {
      return list(row, truths.length, (index, cells, at) -> cells.truth(at, truths[index]));
    }
    if (value instanceof short[] shorts) {
      return list(row, shorts.length, (index, cells, at) -> cells.integer(at, shorts[index]));
    }
    return time(row, value);
  }

  /** Writes a null; what its slot holds is defined: NaN, 0, false or nothing. */
  public abstract void nothing(int row);

  /** Whether a row holds no value. */
  final boolean isNothing(int row) {
    return nulls && ((validity.get(row >> 3) >> (row & 7)) & 1) == 0;
  }

  /**
   * The first rows as the engine has strings, in place; the same object for as long as neither
   * their number nor their memory changes.
   *
   * @throws UnsupportedOperationException unless this is text or bytes of any length
   */
  public StringStorage strings(int rows) {
    throw new UnsupportedOperationException(getClass().getSimpleName());
  }

  /** Bytes of the first rows beyond what {@link CellLayout} counts. */
  public long moreBytes(int rows) {
    return 0;
  }

  /**
   * Makes a vector of the first rows.
   *
   * @param validityBuffer the memory that was given for validity
   * @param valueBuffer the memory that was given for values
   */
  public void load(
      FieldVector vector, int rows, int nulls, ArrowBuf validityBuffer, ArrowBuf valueBuffer) {
    vector.loadFieldBuffers(new ArrowFieldNode(rows, nulls), List.of(validityBuffer, valueBuffer));
  }

  /** Whether nobody else holds memory of these cells' own. */
  public boolean isOurs() {
    return true;
  }

  /** Whether nobody else holds a buffer, nor has it moved to another account. */
  public static boolean isOurs(ArrowBuf buffer) {
    return buffer.refCnt() == 1 && buffer.getReferenceManager().getAccountedSize() > 0;
  }

  @Override
  public void close() {}

  final Written valid(int row) {
    if (nulls) {
      setBit(validity, row, true);
    }
    return Written.DONE;
  }

  final void invalid(int row) {
    nulls = true;
    setBit(validity, row, false);
  }

  static void setBit(ByteBuffer bits, int row, boolean value) {
    int at = row >> 3;
    int bit = 1 << (row & 7);
    bits.put(at, (byte) (value ? bits.get(at) | bit : bits.get(at) & ~bit));
  }
}
