package io.pelton.cpu.kernel.elementwise;

/** Loops over the bits of I8, U8 and BOOL, where signs do not matter; arithmetic wraps. */
final class ByteLoops {
  private ByteLoops() {}

  static void add(byte[] x, int i, byte[] y, int j, byte[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = (byte) (x[i + n] + y[j + n]);
    }
  }

  static void sub(byte[] x, int i, byte[] y, int j, byte[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = (byte) (x[i + n] - y[j + n]);
    }
  }

  static void mul(byte[] x, int i, byte[] y, int j, byte[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = (byte) (x[i + n] * y[j + n]);
    }
  }

  static void and(byte[] x, int i, byte[] y, int j, byte[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = (byte) (x[i + n] & y[j + n]);
    }
  }

  static void or(byte[] x, int i, byte[] y, int j, byte[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = (byte) (x[i + n] | y[j + n]);
    }
  }

  static void xor(byte[] x, int i, byte[] y, int j, byte[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = (byte) (x[i + n] ^ y[j + n]);
    }
  }

  static void equal(byte[] x, int i, byte[] y, int j, byte[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = (byte) (x[i + n] == y[j + n] ? 1 : 0);
    }
  }

  static void where(
      byte[] condition, int c, byte[] x, int i, byte[] y, int j, byte[] z, int k, int count) {
    for (int n = 0; n < count; n++) {
      z[k + n] = condition[c + n] != 0 ? x[i + n] : y[j + n];
    }
  }
}
