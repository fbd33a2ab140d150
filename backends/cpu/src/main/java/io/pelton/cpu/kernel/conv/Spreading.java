package io.pelton.cpu.kernel.conv;

/**
 * One step of sums for a run of elements that are spread.
 *
 * @param <A> {@code float[]}, {@code double[]} or {@code long[]}
 */
@FunctionalInterface
interface Spreading<A> {
  /** {@code y[k + n * step] += w[j] * x[i + n]}, for floats in one rounding. */
  void add(A x, int i, A w, int j, A y, int k, int step, int count);

  static void floats(float[] x, int i, float[] w, int j, float[] y, int k, int step, int count) {
    float factor = w[j];
    if (step == 1) {
      for (int n = 0; n < count; n++) {
        y[k + n] = Math.fma(factor, x[i + n], y[k + n]);
      }
      return;
    }
    for (int n = 0; n < count; n++) {
      y[k + n * step] = Math.fma(factor, x[i + n], y[k + n * step]);
    }
  }

  static void doubles(
      double[] x, int i, double[] w, int j, double[] y, int k, int step, int count) {
    double factor = w[j];
    for (int n = 0; n < count; n++) {
      y[k + n * step] = Math.fma(factor, x[i + n], y[k + n * step]);
    }
  }

  /** Without weights. */
  static void plain(double[] x, int i, double[] w, int j, double[] y, int k, int step, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n * step] += x[i + n];
    }
  }

  /** Without weights; wraps. */
  static void plain(long[] x, int i, long[] w, int j, long[] y, int k, int step, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n * step] += x[i + n];
    }
  }
}
