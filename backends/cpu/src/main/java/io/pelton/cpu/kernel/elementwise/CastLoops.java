package io.pelton.cpu.kernel.elementwise;

import io.pelton.cpu.block.Integers;
import io.pelton.engine.tensor.DType;

/** Loops that convert between integers and floats. */
final class CastLoops {
  private static final double TWO_TO_63 = 0x1p63;

  private CastLoops() {}

  static void isNotZero(double[] x, int i, long[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = x[i + n] != 0 ? 1 : 0;
    }
  }

  static void isNotZero(long[] x, int i, long[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = x[i + n] != 0 ? 1 : 0;
    }
  }

  static Unary<double[], long[]> toInteger(DType dtype) {
    return switch (dtype) {
      case I64 -> CastLoops::toI64;
      case U64 -> CastLoops::toU64;
      case U32 -> CastLoops::toU32;
      default -> CastLoops::toI32;
    };
  }

  static void toI64(double[] x, int i, long[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = (long) x[i + n];
    }
  }

  static void toI32(double[] x, int i, long[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = (int) x[i + n];
    }
  }

  static void toU32(double[] x, int i, long[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = Math.min(Math.max((long) x[i + n], 0), 0xffffffffL);
    }
  }

  static void toU64(double[] x, int i, long[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = toU64(x[i + n]);
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
