package io.pelton.cpu.kernel.conv;

/** Loops of pooling; the weights of an {@link Accumulation} are not read. */
final class Pooling {
  private Pooling() {}

  static void largest(float[] x, int i, int step, float[] w, int j, float[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = Math.max(y[k + n], x[i + n * step]);
    }
  }

  static void largest(
      double[] x, int i, int step, double[] w, int j, double[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = Math.max(y[k + n], x[i + n * step]);
    }
  }

  static void sum(float[] x, int i, int step, float[] w, int j, float[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] += x[i + n * step];
    }
  }

  static void sum(double[] x, int i, int step, double[] w, int j, double[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] += x[i + n * step];
    }
  }

  static void divide(float[] y, int k, float[] divisors, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] /= divisors[n];
    }
  }

  static void divide(double[] y, int k, double[] divisors, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] /= divisors[n];
    }
  }
}
