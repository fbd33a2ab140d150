package io.pelton.cpu.kernel.matmul;

/** The epilogue's loops. */
final class Epilogues {
  private Epilogues() {}

  static void floats(float[] y, int k, float[] c, int j, int count, float alpha, float beta) {
    if (c == null) {
      for (int n = 0; n < count; n++) {
        y[k + n] *= alpha;
      }
      return;
    }
    for (int n = 0; n < count; n++) {
      y[k + n] = Math.fma(alpha, y[k + n], beta * c[j + n]);
    }
  }

  static void doubles(double[] y, int k, double[] c, int j, int count, float alpha, float beta) {
    if (c == null) {
      for (int n = 0; n < count; n++) {
        y[k + n] *= alpha;
      }
      return;
    }
    for (int n = 0; n < count; n++) {
      y[k + n] = Math.fma(alpha, y[k + n], beta * c[j + n]);
    }
  }

  static void longs(long[] y, int k, long[] c, int j, int count, float alpha, float beta) {
    boolean isExact = alpha == 1 && beta == 1;
    for (int n = 0; n < count; n++) {
      long addend = c == null ? 0 : c[j + n];
      y[k + n] =
          isExact ? y[k + n] + addend : (long) ((double) alpha * y[k + n] + (double) beta * addend);
    }
  }
}
