package io.pelton.cpu.kernel.elementwise;

/** Loops over integers and booleans; arithmetic wraps. */
final class LongLoops {
  private LongLoops() {}

  static void add(long[] x, int i, long[] y, int j, long[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = x[i + n] + y[j + n];
    }
  }

  static void sub(long[] x, int i, long[] y, int j, long[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = x[i + n] - y[j + n];
    }
  }

  static void mul(long[] x, int i, long[] y, int j, long[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = x[i + n] * y[j + n];
    }
  }

  static void div(long[] x, int i, long[] y, int j, long[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = x[i + n] / y[j + n];
    }
  }

  static void divUnsigned(long[] x, int i, long[] y, int j, long[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = Long.divideUnsigned(x[i + n], y[j + n]);
    }
  }

  static void equal(long[] x, int i, long[] y, int j, byte[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = (byte) (x[i + n] == y[j + n] ? 1 : 0);
    }
  }

  static void less(long[] x, int i, long[] y, int j, byte[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = (byte) (x[i + n] < y[j + n] ? 1 : 0);
    }
  }

  static void greater(long[] x, int i, long[] y, int j, byte[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = (byte) (x[i + n] > y[j + n] ? 1 : 0);
    }
  }

  static void lessUnsigned(long[] x, int i, long[] y, int j, byte[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = (byte) (Long.compareUnsigned(x[i + n], y[j + n]) < 0 ? 1 : 0);
    }
  }

  static void greaterUnsigned(long[] x, int i, long[] y, int j, byte[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = (byte) (Long.compareUnsigned(x[i + n], y[j + n]) > 0 ? 1 : 0);
    }
  }

  static void relu(long[] x, int i, long[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = Math.max(x[i + n], 0);
    }
  }

  static void not(long[] x, int i, long[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = x[i + n] == 0 ? 1 : 0;
    }
  }

  static void complement(long[] x, int i, long[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = ~x[i + n];
    }
  }

  static void copy(long[] x, int i, long[] y, int k, int count) {
    System.arraycopy(x, i, y, k, count);
  }

  static void clip(long[] x, int i, long[] bounds, long[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = Math.min(Math.max(x[i + n], bounds[0]), bounds[1]);
    }
  }

  static void clipUnsigned(long[] x, int i, long[] bounds, long[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      long raised = Long.compareUnsigned(x[i + n], bounds[0]) < 0 ? bounds[0] : x[i + n];
      y[k + n] = Long.compareUnsigned(raised, bounds[1]) > 0 ? bounds[1] : raised;
    }
  }

  static void where(
      byte[] condition, int c, long[] x, int i, long[] y, int j, long[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = condition[c + n] != 0 ? x[i + n] : y[j + n];
    }
  }

  static void min(long[] x, int i, long[] y, int j, long[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = Math.min(x[i + n], y[j + n]);
    }
  }

  static void max(long[] x, int i, long[] y, int j, long[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = Math.max(x[i + n], y[j + n]);
    }
  }

  static void minUnsigned(long[] x, int i, long[] y, int j, long[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = Long.compareUnsigned(x[i + n], y[j + n]) < 0 ? x[i + n] : y[j + n];
    }
  }

  static void maxUnsigned(long[] x, int i, long[] y, int j, long[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = Long.compareUnsigned(x[i + n], y[j + n]) > 0 ? x[i + n] : y[j + n];
    }
  }

  static void and(long[] x, int i, long[] y, int j, long[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = x[i + n] & y[j + n];
    }
  }

  static void or(long[] x, int i, long[] y, int j, long[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = x[i + n] | y[j + n];
    }
  }

  static void xor(long[] x, int i, long[] y, int j, long[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = x[i + n] ^ y[j + n];
    }
  }

  static void pow(long[] x, int i, long[] y, int j, long[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = y[j + n] < 0 ? inversePower(x[i + n], y[j + n]) : power(x[i + n], y[j + n]);
    }
  }

  private static long power(long x, long y) {
    long power = 1;
    long square = x;
    for (long left = y; left != 0; left >>= 1) {
      power = (left & 1) == 0 ? power : power * square;
      square *= square;
    }
    return power;
  }

  private static long inversePower(long x, long y) {
    if (x == 0) {
      return Long.MAX_VALUE;
    }
    return x == 1 || x == -1 ? power(x, y & 1) : 0;
  }

  /** Bits beyond the dtype's width are lost where the result is stored. */
  static void shiftLeft(long[] x, int i, long[] y, int j, long[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = isWhole(y[j + n]) ? 0 : x[i + n] << y[j + n];
    }
  }

  static void shiftRight(long[] x, int i, long[] y, int j, long[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = isWhole(y[j + n]) ? 0 : x[i + n] >>> y[j + n];
    }
  }

  /** Java takes the places of a shift modulo 64; places of U64 beyond 2^63 read as negative. */
  private static boolean isWhole(long places) {
    return places < 0 || places >= Long.SIZE;
  }

  static void lessOrEqual(long[] x, int i, long[] y, int j, byte[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = (byte) (x[i + n] <= y[j + n] ? 1 : 0);
    }
  }

  static void greaterOrEqual(long[] x, int i, long[] y, int j, byte[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = (byte) (x[i + n] >= y[j + n] ? 1 : 0);
    }
  }

  static void lessOrEqualUnsigned(long[] x, int i, long[] y, int j, byte[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = (byte) (Long.compareUnsigned(x[i + n], y[j + n]) <= 0 ? 1 : 0);
    }
  }

  static void greaterOrEqualUnsigned(long[] x, int i, long[] y, int j, byte[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = (byte) (Long.compareUnsigned(x[i + n], y[j + n]) >= 0 ? 1 : 0);
    }
  }

  static void neg(long[] x, int i, long[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = -x[i + n];
    }
  }

  static void abs(long[] x, int i, long[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = Math.abs(x[i + n]);
    }
  }

  static void sign(long[] x, int i, long[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = Long.signum(x[i + n]);
    }
  }

  static void signUnsigned(long[] x, int i, long[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = x[i + n] == 0 ? 0 : 1;
    }
  }
}
