package io.pelton.arrow.type;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.arrow.vector.FieldVector;

/** Numbers and truth values of fixed width. */
public abstract sealed class NumberType implements ColumnType
    permits IntegerType, FloatType, BitType, DecimalType, DayTimeType, NoNumbers {
  /** Elements that are read or written at a time. */
  public static final int BLOCK = 256;

  /** Bytes of the values of this many rows. */
  public abstract long bytes(long rows);

  /** Whether values are read as doubles rather than as longs; both readings are exact. */
  public abstract boolean isReal();

  /** The values of the first rows of a vector. */
  public ByteBuffer values(FieldVector vector, int rows) {
    int bytes = Math.toIntExact(bytes(rows));
    return vector.getDataBuffer().nioBuffer(0, bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Reads integers.
   *
   * @param values what {@link #values} gave
   * @param from the first place of {@code rows} to read
   * @param block takes {@code count} values; unsigned 64-bit ones as their bits
   */
  public abstract void longs(ByteBuffer values, Rows rows, int from, int count, long[] block);

  /** Reads floats; see {@link #longs}. */
  public void doubles(ByteBuffer values, Rows rows, int from, int count, double[] block) {
    throw new IllegalStateException(dtype() + " is read as longs");
  }
}
