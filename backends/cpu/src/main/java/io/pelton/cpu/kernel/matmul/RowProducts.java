package io.pelton.cpu.kernel.matmul;

import java.util.Arrays;

/** Row products of every lane. Four steps over k share one pass over the result. */
final class RowProducts {
  private RowProducts() {}

  static void floats(
      float[] a, int at, float[] b, int bt, float[] c, int ct, int inner, int columns) {
    Arrays.fill(c, ct, ct + columns, 0);
    int whole = inner - inner % 4;
    int row = bt;
    for (int i = 0; i < whole; i += 4) {
      float a0 = a[at + i];
      float a1 = a[at + i + 1];
      float a2 = a[at + i + 2];
      float a3 = a[at + i + 3];
      for (int j = 0; j < columns; j++) {
        float sum = Math.fma(a0, b[row + j], c[ct + j]);
        sum = Math.fma(a1, b[row + columns + j], sum);
        sum = Math.fma(a2, b[row + 2 * columns + j], sum);
        c[ct + j] = Math.fma(a3, b[row + 3 * columns + j], sum);
      }
      row += 4 * columns;
    }
    for (int i = whole; i < inner; i++) {
      float a0 = a[at + i];
      for (int j = 0; j < columns; j++) {
        c[ct + j] = Math.fma(a0, b[row + j], c[ct + j]);
      }
      row += columns;
    }
  }

  static void doubles(
      double[] a, int at, double[] b, int bt, double[] c, int ct, int inner, int columns) {
    Arrays.fill(c, ct, ct + columns, 0);
    int whole = inner - inner % 4;
    int row = bt;
    for (int i = 0; i < whole; i += 4) {
      double a0 = a[at + i];
      double a1 = a[at + i + 1];
      double a2 = a[at + i + 2];
      double a3 = a[at + i + 3];
      for (int j = 0; j < columns; j++) {
        double sum = Math.fma(a0, b[row + j], c[ct + j]);
        sum = Math.fma(a1, b[row + columns + j], sum);
        sum = Math.fma(a2, b[row + 2 * columns + j], sum);
        c[ct + j] = Math.fma(a3, b[row + 3 * columns + j], sum);
      }
      row += 4 * columns;
    }
    for (int i = whole; i < inner; i++) {
      double a0 = a[at + i];
      for (int j = 0; j < columns; j++) {
        c[ct + j] = Math.fma(a0, b[row + j], c[ct + j]);
      }
      row += columns;
    }
  }

  static void longs(long[] a, int at, long[] b, int bt, long[] c, int ct, int inner, int columns) {
    Arrays.fill(c, ct, ct + columns, 0);
    int row = bt;
    for (int i = 0; i < inner; i++) {
      long a0 = a[at + i];
      for (int j = 0; j < columns; j++) {
        c[ct + j] += a0 * b[row + j];
      }
      row += columns;
    }
  }
}
