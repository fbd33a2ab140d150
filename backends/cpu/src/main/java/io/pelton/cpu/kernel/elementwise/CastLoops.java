package io.pelton.cpu.kernel.elementwise;

import io.pelton.cpu.block.Integers;

/** Loops that convert between integers and floats. */
final class CastLoops {
  private static final double TWO_TO_63 = 0x1p63;

  private CastLoops() {}

  static void isNotZero(long[] x, int i, long[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = x[i + n] != 0 ? 1 : 0;
    }
  }

  static void isNotZero(float[] x, int i, byte[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = (byte) (x[i + n] != 0 ? 1 : 0);
    }
  }

  static void toI64(float[] x, int i, long[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = (long) x[i + n];
    }
  }

  static void toU64(float[] x, int i, long[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = toU64(x[i + n]);
    }
  }

  static void toI32(float[] x, int i, int[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = (int) x[i + n];
    }
  }

  static void toU32(float[] x, int i, int[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = (int) Math.min(Math.max((long) x[i + n], 0), 0xffffffffL);
    }
  }

  static void toShort(float[] x, int i, long[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = (int) x[i + n];
    }
  }

  static void toByte(float[] x, int i, byte[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = (byte) (int) x[i + n];
    }
  }

  static void isNotZero(double[] x, int i, byte[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = (byte) (x[i + n] != 0 ? 1 : 0);
    }
  }

  static void toI64(double[] x, int i, long[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = (long) x[i + n];
    }
  }

  static void toU64(double[] x, int i, long[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = toU64(x[i + n]);
    }
  }

  static void toI32(double[] x, int i, int[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = (int) x[i + n];
    }
  }

  static void toU32(double[] x, int i, int[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = (int) Math.min(Math.max((long) x[i + n], 0), 0xffffffffL);
    }
  }

  static void toShort(double[] x, int i, long[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = (int) x[i + n];
    }
  }

  static void toByte(double[] x, int i, byte[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = (byte) (int) x[i + n];
    }
  }

  private static long toU64(double value) {
    if (value >= 2 * TWO_TO_63) {
      return -1;
    }
    return value >= TWO_TO_63
        ? (long) (value - TWO_TO_63) ^ Long.MIN_VALUE
        : Math.max((long) value, 0);
  }

  /** On the way to halves, which then round as if from the integer itself. */
  static void toOdd(long[] x, int i, double[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = Integers.toOddDouble(x[i + n]);
    }
  }

  static void unsignedToOdd(long[] x, int i, double[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = Integers.unsignedToOddDouble(x[i + n]);
    }
  }
}
