package io.pelton.cuda.kernel.conv;

import java.util.Arrays;

/**
 * The fields of a structure of numbers and divisors, in the order of CUDA C. Those of 8 bytes come
 * first, so that there are no gaps.
 */
public final class Fields {
  private int[] values = new int[64];
  private int count;

  /** {@code int}s. */
  public Fields add(int... more) {
    if (count + more.length > values.length) {
      values = Arrays.copyOf(values, 2 * values.length);
    }
    System.arraycopy(more, 0, values, count, more.length);
    count += more.length;
    return this;
  }

  /** {@code long long}. */
  public Fields i64(long value) {
    return add((int) value, (int) (value >> Integer.SIZE));
  }

  /** {@code double}. */
  public Fields f64(double value) {
    return i64(Double.doubleToRawLongBits(value));
  }

  /**
   * A {@code Divisor} in {@code window.cuh}: with l the number of bits of {@code by - 1}, {@code n
   * / by = (n + (n * factor >> 32)) >> l} for {@code factor = 2^32 * (2^l - by) / by + 1}.
   *
   * @param by 0 where nothing is divided
   */
  public Fields divisor(int by) {
    int bits = by == 0 ? 0 : 32 - Integer.numberOfLeadingZeros(by - 1);
    long factor = by == 0 ? 0 : (((1L << bits) - by) << 32) / by + 1;
    return add(by, (int) factor, bits, 0);
  }

  /** In slots of 8 bytes. */
  public long[] slots() {
    long[] slots = new long[(count + 1) / 2];
    for (int i = 0; i < count; i++) {
      slots[i / 2] |= Integer.toUnsignedLong(values[i]) << (i % 2 * Integer.SIZE);
    }
    return slots;
  }
}
