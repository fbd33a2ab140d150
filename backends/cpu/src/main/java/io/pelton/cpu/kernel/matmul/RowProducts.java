package io.pelton.cpu.kernel.matmul;

import java.util.Arrays;

/**
 * Row products of every lane. Four steps over k share one pass over the result, but sums of few
 * columns stay in registers.
 */
final class RowProducts {
  /** Loops over so few columns are over before the JIT's vectors pay. */
  private static final int FEW = 128;

  private RowProducts() {}

  static void floats(
      float[] a, int at, float[] b, int bt, float[] c, int ct, int inner, int columns) {
    if (columns > FEW) {
      manyFloats(a, at, b, bt, c, ct, inner, columns);
      return;
    }
    int whole = columns - columns % 8;
    for (int j = 0; j < whole; j += 8) {
      eightFloats(a, at, b, bt + j, c, ct + j, inner, columns);
    }
    for (int j = whole; j < columns; j++) {
      float sum = 0;
      for (int i = 0; i < inner; i++) {
        sum = Math.fma(a[at + i], b[bt + i * columns + j], sum);
      }
      c[ct + j] = sum;
    }
  }

  /** Sums of eight columns stay in registers. */
  private static void eightFloats(
      float[] a, int at, float[] b, int bt, float[] c, int ct, int inner, int columns) {
    float s0 = 0;
    float s1 = 0;
    float s2 = 0;
    float s3 = 0;
    float s4 = 0;
    float s5 = 0;
    float s6 = 0;
    float s7 = 0;
    int row = bt;
    for (int i = 0; i < inner; i++) {
      float x = a[at + i];
      s0 = Math.fma(x, b[row], s0);
      s1 = Math.fma(x, b[row + 1], s1);
      s2 = Math.fma(x, b[row + 2], s2);
      s3 = Math.fma(x, b[row + 3], s3);
      s4 = Math.fma(x, b[row + 4], s4);
      s5 = Math.fma(x, b[row + 5], s5);
      s6 = Math.fma(x, b[row + 6], s6);
      s7 = Math.fma(x, b[row + 7], s7);
      row += columns;
    }
    c[ct] = s0;
    c[ct + 1] = s1;
    c[ct + 2] = s2;
    c[ct + 3] = s3;
    c[ct + 4] = s4;
    c[ct + 5] = s5;
    c[ct + 6] = s6;
    c[ct + 7] = s7;
  }

  private static void manyFloats(
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
