package io.pelton.engine.tensor;

import io.pelton.engine.error.ArenaTooLarge;
import java.lang.reflect.Array;

/**
 * A slice of a Java array, often of an arena. The accessors return the whole array; elements start
 * at {@link #base}.
 */
public final class HeapStorage implements Storage {
  private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

  private final DType dtype;
  private final Object array;
  private final int base;
  private final int length;

  private HeapStorage(DType dtype, Object array, int base, int length) {
    this.dtype = dtype;
    this.array = array;
    this.base = base;
    this.length = length;
  }

  /**
   * Wraps a slice of an array of the dtype's carrier.
   *
   * @param base first slot of the array
   * @param length elements (not slots, which differ for sub-byte dtypes)
   */
  public static HeapStorage wrap(DType dtype, Object array, int base, int length) {
    if (!array.getClass().equals(dtype.carrier().allocate(0).getClass())) {
      throw new IllegalArgumentException(
          dtype
              + " is carried by "
              + dtype.carrier()
              + ", not by "
              + array.getClass().getSimpleName());
    }
    long slots = dtype.carrierSlots(length);
    if (base < 0 || length < 0 || base + slots > Array.getLength(array)) {
      throw new IllegalArgumentException(
          length + " elements from " + base + " exceed an array of " + Array.getLength(array));
    }
    return new HeapStorage(dtype, array, base, length);
  }

  public static HeapStorage wrap(DType dtype, Object array) {
    return wrap(dtype, array, 0, Array.getLength(array));
  }

  /**
   * Zeros.
   *
   * @throws ArenaTooLarge when no array can have so many
   */
  public static HeapStorage allocate(DType dtype, long length) {
    long slots = dtype.carrierSlots(length);
    if (Math.max(slots, length) > MAX_ARRAY) {
      int width = dtype.carrier().width();
      throw new ArenaTooLarge(dtype + "[" + length + "]", slots * width, (long) MAX_ARRAY * width);
    }
    return new HeapStorage(dtype, dtype.carrier().allocate((int) slots), 0, (int) length);
  }

  @Override
  public DType dtype() {
    return dtype;
  }

  @Override
  public MemorySpace space() {
    return MemorySpace.HEAP;
  }

  public int base() {
    return base;
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public long byteLength() {
    return dtype.carrierSlots(length) * dtype.carrier().width();
  }

  /** The carrier array, for bulk copies. */
  public Object array() {
    return array;
  }

  public float[] floats() {
    return (float[]) array;
  }

  public double[] doubles() {
    return (double[]) array;
  }

  public long[] longs() {
    return (long[]) array;
  }

  public int[] ints() {
    return (int[]) array;
  }

  public short[] shorts() {
    return (short[]) array;
  }

  public byte[] bytes() {
    return (byte[]) array;
  }

  @Override
  public HeapStorage retain() {
    return this;
  }

  @Override
  public void close() {
    // the garbage collector owns arrays
  }

  @Override
  public String toString() {
    return "heap " + dtype + "[" + length + "]";
  }
}
