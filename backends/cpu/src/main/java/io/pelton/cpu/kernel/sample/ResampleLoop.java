package io.pelton.cpu.kernel.sample;

import java.util.Arrays;

/** Resamples a slice. */
@FunctionalInterface
interface ResampleLoop<A> {
  /** How a loop is made for an array type. */
  @FunctionalInterface
  interface Factory<A> {
    /**
     * @param inner elements between neighbours on the axis
     * @param extrapolation of outputs without elements
     */
    ResampleLoop<A> of(Taps taps, int inner, double extrapolation);
  }

  /**
   * @param x the slice from {@code i} on
   * @param y the slice of the output from {@code k} on
   */
  void resample(A x, int i, A y, int k);

  static ResampleLoop<float[]> floats(Taps taps, int inner, double extrapolation) {
    float[] weights = new float[taps.weight().length];
    for (int at = 0; at < weights.length; at++) {
      weights[at] = (float) taps.weight()[at];
    }
    return (x, i, y, k) -> floats(taps, weights, inner, (float) extrapolation, x, i, y, k);
  }

  private static void floats(
      Taps taps,
      float[] weights,
      int inner,
      float extrapolation,
      float[] x,
      int i,
      float[] y,
      int k) {
    int to = k;
    for (int output = 0; output + 1 < taps.begin().length; output++, to += inner) {
      int begin = taps.begin()[output];
      int end = taps.begin()[output + 1];
      for (int n = 0; begin == end && n < inner; n++) {
        y[to + n] = extrapolation;
      }
      for (int at = begin; at < end; at++) {
        float weight = weights[at];
        int from = i + taps.index()[at] * inner;
        if (at == begin) {
          for (int n = 0; n < inner; n++) {
            y[to + n] = weight * x[from + n];
          }
        } else {
          for (int n = 0; n < inner; n++) {
            y[to + n] = Math.fma(weight, x[from + n], y[to + n]);
          }
        }
      }
    }
  }

  static ResampleLoop<double[]> doubles(Taps taps, int inner, double extrapolation) {
    return (x, i, y, k) -> doubles(taps, inner, extrapolation, x, i, y, k);
  }

  private static void doubles(
      Taps taps, int inner, double extrapolation, double[] x, int i, double[] y, int k) {
    int to = k;
    for (int output = 0; output + 1 < taps.begin().length; output++, to += inner) {
      int begin = taps.begin()[output];
      int end = taps.begin()[output + 1];
      for (int n = 0; begin == end && n < inner; n++) {
        y[to + n] = extrapolation;
      }
      for (int at = begin; at < end; at++) {
        double weight = taps.weight()[at];
        int from = i + taps.index()[at] * inner;
        if (at == begin) {
          for (int n = 0; n < inner; n++) {
            y[to + n] = weight * x[from + n];
          }
        } else {
          for (int n = 0; n < inner; n++) {
            y[to + n] = Math.fma(weight, x[from + n], y[to + n]);
          }
        }
      }
    }
  }

  /** Of the nearest elements alone. */
  static ResampleLoop<long[]> longs(Taps taps, int inner, double extrapolation) {
    return (x, i, y, k) -> {
      int to = k;
      for (int output = 0; output + 1 < taps.begin().length; output++, to += inner) {
        int begin = taps.begin()[output];
        if (begin == taps.begin()[output + 1]) {
          Arrays.fill(y, to, to + inner, (long) extrapolation);
        } else {
          System.arraycopy(x, i + taps.index()[begin] * inner, y, to, inner);
        }
      }
    };
  }
}
