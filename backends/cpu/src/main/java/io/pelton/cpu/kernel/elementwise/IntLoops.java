package io.pelton.cpu.kernel.elementwise;

/** Loops over I32, and over the bits of U32 where signs do not matter; arithmetic wraps. */
final class IntLoops {
  private IntLoops() {}

  static void add(int[] x, int i, int[] y, int j, int[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = x[i + n] + y[j + n];
    }
  }

  static void sub(int[] x, int i, int[] y, int j, int[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = x[i + n] - y[j + n];
    }
  }

  static void mul(int[] x, int i, int[] y, int j, int[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = x[i + n] * y[j + n];
    }
  }

  static void and(int[] x, int i, int[] y, int j, int[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = x[i + n] & y[j + n];
    }
  }

  static void or(int[] x, int i, int[] y, int j, int[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = x[i + n] | y[j + n];
    }
  }

  static void xor(int[] x, int i, int[] y, int j, int[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = x[i + n] ^ y[j + n];
    }
  }

  static void min(int[] x, int i, int[] y, int j, int[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = Math.min(x[i + n], y[j + n]);
    }
  }

  static void max(int[] x, int i, int[] y, int j, int[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = Math.max(x[i + n], y[j + n]);
    }
  }

  static void equal(int[] x, int i, int[] y, int j, byte[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = (byte) (x[i + n] == y[j + n] ? 1 : 0);
    }
  }

  static void less(int[] x, int i, int[] y, int j, byte[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = (byte) (x[i + n] < y[j + n] ? 1 : 0);
    }
  }

  static void greater(int[] x, int i, int[] y, int j, byte[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = (byte) (x[i + n] > y[j + n] ? 1 : 0);
    }
  }

  static void lessOrEqual(int[] x, int i, int[] y, int j, byte[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = (byte) (x[i + n] <= y[j + n] ? 1 : 0);
    }
  }

  static void greaterOrEqual(int[] x, int i, int[] y, int j, byte[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = (byte) (x[i + n] >= y[j + n] ? 1 : 0);
    }
  }

  static void where(
      byte[] condition, int c, int[] x, int i, int[] y, int j, int[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = condition[c + n] != 0 ? x[i + n] : y[j + n];
    }
  }
}
