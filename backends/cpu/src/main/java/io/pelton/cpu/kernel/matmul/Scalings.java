package io.pelton.cpu.kernel.matmul;

/** Scaling in plain Java. */
final class Scalings {
  private Scalings() {}

  static void floats(
      float[] y,
      int k,
      float[] c,
      int j,
      int pace,
      int rows,
      int columns,
      float alpha,
      float beta) {
    if (c == null) {
      for (int n = 0; n < rows * columns; n++) {
        y[k + n] *= alpha;
      }
      return;
    }
    for (int row = 0; row < rows; row++) {
      int to = k + row * columns;
      int from = j + row * pace;
      for (int n = 0; n < columns; n++) {
        y[to + n] = Math.fma(alpha, y[to + n], beta * c[from + n]);
      }
    }
  }

  static void doubles(
      double[] y,
      int k,
      double[] c,
      int j,
      int pace,
      int rows,
      int columns,
      float alpha,
      float beta) {
    if (c == null) {
      for (int n = 0; n < rows * columns; n++) {
        y[k + n] *= alpha;
      }
      return;
    }
    for (int row = 0; row < rows; row++) {
      int to = k + row * columns;
      int from = j + row * pace;
      for (int n = 0; n < columns; n++) {
        y[to + n] = Math.fma(alpha, y[to + n], beta * c[from + n]);
      }
    }
  }

  static void longs(
      long[] y, int k, long[] c, int j, int pace, int rows, int columns, float alpha, float beta) {
    boolean isExact = alpha == 1 && beta == 1;
    for (int row = 0; row < rows; row++) {
      int to = k + row * columns;
      int from = j + row * pace;
      for (int n = 0; n < columns; n++) {
        long addend = c == null ? 0 : c[from + n];
        y[to + n] =
            isExact
                ? y[to + n] + addend
                : (long) ((double) alpha * y[to + n] + (double) beta * addend);
      }
    }
  }
}
