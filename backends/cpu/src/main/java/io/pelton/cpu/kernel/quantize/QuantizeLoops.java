package io.pelton.cpu.kernel.quantize;

/** Loops between floats and integers. A null zero point is 0. */
final class QuantizeLoops {
  /** Beyond every quantized integer, and small enough to be added to one. */
  private static final double LIMIT = 1e6;

  private QuantizeLoops() {}

  /** {@code count} elements of {@code y = saturate(round(x / scale) + zero)}. */
  @FunctionalInterface
  interface Quantization<A> {
    void apply(
        A x, int i, A scale, int j, long[] zero, int z, long[] y, int k, int count, Range range);
  }

  static void quantize(
      float[] x, int i, float[] s, int j, long[] zero, int z, long[] y, int k, int count, Range r) {
    for (int n = 0; n < count; n++) {
      y[k + n] = r.clamp(rounded(x[i + n] / s[j + n]) + (zero == null ? 0 : zero[z + n]));
    }
  }

  static void quantize(
      double[] x,
      int i,
      double[] s,
      int j,
      long[] zero,
      int z,
      long[] y,
      int k,
      int count,
      Range r) {
    for (int n = 0; n < count; n++) {
      y[k + n] = r.clamp(rounded(x[i + n] / s[j + n]) + (zero == null ? 0 : zero[z + n]));
    }
  }

  /** To the nearest integer, ties to even; NaN counts as below every integer. */
  static long rounded(double x) {
    return (long) Math.rint(x > -LIMIT ? Math.min(x, LIMIT) : -LIMIT);
  }

  static void dequantize(
      long[] x, int i, float[] s, int j, long[] zero, int z, float[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = (float) (x[i + n] - (zero == null ? 0 : zero[z + n])) * s[j + n];
    }
  }

  static void dequantize(
      long[] x, int i, double[] s, int j, long[] zero, int z, double[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = (double) (x[i + n] - (zero == null ? 0 : zero[z + n])) * s[j + n];
    }
  }
}
