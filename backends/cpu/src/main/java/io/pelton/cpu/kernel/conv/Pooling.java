package io.pelton.cpu.kernel.conv;

/** Loops of pooling; the weights of an {@link Accumulation} are not read. */
final class Pooling {
  private Pooling() {}

  /** NaN takes no part; y is NaN where nothing did so far. */
  static void largest(float[] x, int i, int step, float[] w, int j, float[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      float value = x[i + n * step];
      if (!Float.isNaN(value)) {
        y[k + n] = Float.isNaN(y[k + n]) ? value : Math.max(y[k + n], value);
      }
    }
  }

  static void largest(
      double[] x, int i, int step, double[] w, int j, double[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      double value = x[i + n * step];
      if (!Double.isNaN(value)) {
        y[k + n] = Double.isNaN(y[k + n]) ? value : Math.max(y[k + n], value);
      }
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

  static void replaceNaN(float[] y, int k, int count, double value) {
    for (int n = k; n < k + count; n++) {
      y[n] = Float.isNaN(y[n]) ? (float) value : y[n];
    }
  }

  static void replaceNaN(double[] y, int k, int count, double value) {
    for (int n = k; n < k + count; n++) {
      y[n] = Double.isNaN(y[n]) ? value : y[n];
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
