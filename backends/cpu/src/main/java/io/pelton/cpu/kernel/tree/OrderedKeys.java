package io.pelton.cpu.kernel.tree;

/**
 * Integers in the order of floating-point numbers. Both zeros have one key; NaN's is above
 * infinity's. {@link #NAN_FIRST} is below all keys and stands for a NaN that should compare as the
 * smallest number.
 */
final class OrderedKeys {
  static final int NAN_FIRST = Integer.MIN_VALUE;
  static final long WIDE_NAN_FIRST = Long.MIN_VALUE;

  private OrderedKeys() {}

  static int of(float x) {
    int bits = Float.floatToIntBits(x + 0.0f);
    return bits ^ ((bits >> 31) & Integer.MAX_VALUE);
  }

  static long of(double x) {
    long bits = Double.doubleToLongBits(x + 0.0);
    return bits ^ ((bits >> 63) & Long.MAX_VALUE);
  }
}
