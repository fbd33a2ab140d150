package io.pelton.arrow.type;

/** Integers to floats with one rounding, to nearest even. */
final class Rounding {
  private Rounding() {}

  static float toFloat(long value, boolean unsigned) {
    return unsigned && value < 0 ? (float) halved(value) * 2 : (float) value;
  }

  static double toDouble(long value, boolean unsigned) {
    return unsigned && value < 0 ? (double) halved(value) * 2 : (double) value;
  }

  /**
   * A double that rounds to any float of at most 40 bits of precision as the integer itself does:
   * bits that a double has no room for leave a mark in its last one.
   */
  static double toOddDouble(long value, boolean unsigned) {
    if (unsigned && value < 0) {
      return (double) sticky(halved(value)) * 2;
    }
    return Math.abs(value) < 1L << 53 ? (double) value : (double) sticky(value);
  }

  /** Half of an unsigned number; the bit that falls off stays visible to rounding. */
  private static long halved(long value) {
    return (value >>> 1) | (value & 1);
  }

  private static long sticky(long value) {
    return (value & 0x7ff) == 0 ? value : (value & ~0x7ffL) | 0x800;
  }
}
