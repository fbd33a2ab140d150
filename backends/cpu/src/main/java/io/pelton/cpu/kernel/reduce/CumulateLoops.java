package io.pelton.cpu.kernel.reduce;

/** Loops of CumSum and CumProd, one element after the other. */
final class CumulateLoops {
  private CumulateLoops() {}

  static void sum(float[] x, int i, int stepX, float[] y, int k, int stepY, int count, int lag) {
    float total = 0;
    for (int n = 0; n < count; n++) {
      float next = total + x[i + n * stepX];
      y[k + n * stepY] = lag == 0 ? next : total;
      total = next;
    }
  }

  static void sum(double[] x, int i, int stepX, double[] y, int k, int stepY, int count, int lag) {
    double total = 0;
    for (int n = 0; n < count; n++) {
      double next = total + x[i + n * stepX];
      y[k + n * stepY] = lag == 0 ? next : total;
      total = next;
    }
  }

  static void sum(long[] x, int i, int stepX, long[] y, int k, int stepY, int count, int lag) {
    long total = 0;
    for (int n = 0; n < count; n++) {
      long next = total + x[i + n * stepX];
      y[k + n * stepY] = lag == 0 ? next : total;
      total = next;
    }
  }

  static void product(
      float[] x, int i, int stepX, float[] y, int k, int stepY, int count, int lag) {
    float total = 1;
    for (int n = 0; n < count; n++) {
      float next = total * x[i + n * stepX];
      y[k + n * stepY] = lag == 0 ? next : total;
      total = next;
    }
  }

  static void product(
      double[] x, int i, int stepX, double[] y, int k, int stepY, int count, int lag) {
    double total = 1;
    for (int n = 0; n < count; n++) {
      double next = total * x[i + n * stepX];
      y[k + n * stepY] = lag == 0 ? next : total;
      total = next;
    }
  }

  static void product(long[] x, int i, int stepX, long[] y, int k, int stepY, int count, int lag) {
    long total = 1;
    for (int n = 0; n < count; n++) {
      long next = total * x[i + n * stepX];
      y[k + n * stepY] = lag == 0 ? next : total;
      total = next;
    }
  }

  static void sumRows(float[] totals, int i, float[] x, int at, float[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = totals[i + n] + x[at + n];
    }
  }

  static void productRows(float[] totals, int i, float[] x, int at, float[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = totals[i + n] * x[at + n];
    }
  }

  static void sumRows(double[] totals, int i, double[] x, int at, double[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = totals[i + n] + x[at + n];
    }
  }

  static void productRows(
      double[] totals, int i, double[] x, int at, double[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = totals[i + n] * x[at + n];
    }
  }

  static void sumRows(long[] totals, int i, long[] x, int at, long[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = totals[i + n] + x[at + n];
    }
  }

  static void productRows(long[] totals, int i, long[] x, int at, long[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = totals[i + n] * x[at + n];
    }
  }
}
