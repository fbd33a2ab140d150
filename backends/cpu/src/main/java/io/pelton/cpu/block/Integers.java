package io.pelton.cpu.block;

/** Conversions of 64-bit integers to floating point that Java has no cast for. */
public final class Integers {
  private Integers() {}

  /** The unsigned value, rounded once to nearest even. */
  public static double unsignedToDouble(long bits) {
    return bits >= 0 ? bits : halved(bits) * 2.0;
  }

  /** The unsigned value, rounded once to nearest even. */
  public static float unsignedToFloat(long bits) {
    return bits >= 0 ? bits : halved(bits) * 2.0f;
  }

  /** Half of it, with the bit that falls off kept in the last one, where it still breaks ties. */
  private static long halved(long bits) {
    return (bits >>> 1) | (bits & 1);
  }

  /**
   * A double that rounds to any shorter float format as the signed integer itself would: where it
   * is not exact, its last bit is odd.
   */
  public static double toOddDouble(long value) {
    return Math.abs(value) <= 1L << 53
        ? value
        : (value & ~0x7ffL) | ((value & 0x7ff) == 0 ? 0 : 0x800);
  }

  /** {@link #toOddDouble} of the unsigned value. */
  public static double unsignedToOddDouble(long bits) {
    return bits >= 0 ? toOddDouble(bits) : toOddDouble(halved(bits)) * 2.0;
  }
}
