package io.pelton.arrow.type;

import java.nio.ByteBuffer;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Writes the cells of one column into memory in Arrow's layout, row by row; a cell may be written
 * again until the next row's is.
 */
public abstract sealed class Cells permits FloatCells, IntegerCells, BitCells, TextCells {
  /** What became of a value. */
  public enum Written {
    DONE,
    OUT_OF_RANGE,
    OTHER_KIND
  }

  private final ByteBuffer validity;

  Cells(ByteBuffer validity) {
    this.validity = validity;
  }

  /**
   * Cells of a type.
   *
   * @param validity one bit a row
   * @param values little-endian; the offsets where the type is Utf8
   * @param allocator of the text where the type is Utf8
   */
  public static Cells of(
      ColumnType type, ByteBuffer validity, ByteBuffer values, BufferAllocator allocator) {
    if (type instanceof FloatType) {
      return new FloatCells(type.dtype(), validity, values);
    }
    if (type instanceof IntegerType) {
      return new IntegerCells(type.dtype(), validity, values);
    }
    if (type instanceof BitType) {
      return new BitCells(validity, values);
    }
    if (type instanceof Utf8Type) {
      return new TextCells(validity, values, allocator);
    }
    throw new IllegalArgumentException("cells of " + type.dtype() + " have no such layout");
  }

  /** Writes a float, rounded once. */
  public abstract Written real(int row, double value);

  /** Writes an integer. */
  public abstract Written integer(int row, long value);

  public Written truth(int row, boolean value) {
    return Written.OTHER_KIND;
  }

  public Written text(int row, byte[] utf8, int from, int count) {
    return Written.OTHER_KIND;
  }

  /** Writes a null; what its slot holds is defined: NaN, 0, false or the empty string. */
  public abstract void nothing(int row);

  final Written valid(int row) {
    setBit(validity, row, true);
    return Written.DONE;
  }

  final void invalid(int row) {
    setBit(validity, row, false);
  }

  static void setBit(ByteBuffer bits, int row, boolean value) {
    int at = row >> 3;
    int bit = 1 << (row & 7);
    bits.put(at, (byte) (value ? bits.get(at) | bit : bits.get(at) & ~bit));
  }
}
