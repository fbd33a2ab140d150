package io.pelton.cpu.kernel.conv;

/** Steps of sums in every array type. */
public final class Accumulations {
  private Accumulations() {}

  static void floats(float[] x, int i, int step, float[] w, int j, float[] y, int k, int count) {
    float factor = w[j];
    if (step == 1) {
      for (int n = 0; n < count; n++) {
        y[k + n] = Math.fma(factor, x[i + n], y[k + n]);
      }
      return;
    }
    for (int n = 0; n < count; n++) {
      y[k + n] = Math.fma(factor, x[i + n * step], y[k + n]);
    }
  }

  static void doubles(
      double[] x, int i, int step, double[] w, int j, double[] y, int k, int count) {
    double factor = w[j];
    if (step == 1) {
      for (int n = 0; n < count; n++) {
        y[k + n] = Math.fma(factor, x[i + n], y[k + n]);
      }
      return;
    }
    for (int n = 0; n < count; n++) {
      y[k + n] = Math.fma(factor, x[i + n * step], y[k + n]);
    }
  }

  /** Wraps. */
  public static void ints(int[] x, int i, int step, int[] w, int j, int[] y, int k, int count) {
    int factor = w[j];
    for (int n = 0; n < count; n++) {
      y[k + n] += factor * x[i + n * step];
    }
  }
}
