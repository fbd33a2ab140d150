package io.pelton.cpu.vector.reduce;

import io.pelton.cpu.kernel.reduce.Extreme;

/** Extremes of floats by vectors. */
public final class VectorExtremes {
  private VectorExtremes() {}

  public static Extreme<float[]> of(boolean isLargest) {
    return isLargest
        ? new Extreme<>(VectorExtremes::max, ExtremeRuns::maxEach)
        : new Extreme<>(VectorExtremes::min, ExtremeRuns::minEach);
  }

  private static void max(float[] x, int at, int count, float[] y, int k) {
    y[k] = ExtremeRuns.max(x, at, count, y[k]);
  }

  private static void min(float[] x, int at, int count, float[] y, int k) {
    y[k] = ExtremeRuns.min(x, at, count, y[k]);
  }
}
