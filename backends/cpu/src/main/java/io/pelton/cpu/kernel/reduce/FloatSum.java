package io.pelton.cpu.kernel.reduce;

import java.util.Arrays;

/** Sums and means of {@code float}. */
public final class FloatSum implements Summation<float[]> {
  private final boolean isMean;
  private final float length;

  private FloatSum(boolean isMean, float length) {
    this.isMean = isMean;
    this.length = length;
  }

  public static FloatSum sum() {
    return new FloatSum(false, 1);
  }

  public static FloatSum mean(int count) {
    return new FloatSum(true, count);
  }

  @Override
  public void clear(float[] partials, int count) {
    Arrays.fill(partials, 0, count, 0);
  }

  @Override
  public void accumulate(float[] x, int at, int count, float[] partials) {
    int whole = count - count % PARTIALS;
    for (int n = 0; n < whole; n += PARTIALS) {
      for (int p = 0; p < PARTIALS; p++) {
        partials[p] += x[at + n + p];
      }
    }
    for (int n = whole; n < count; n++) {
      partials[n - whole] += x[at + n];
    }
  }

  @Override
  public void finish(float[] partials, float[] y, int k) {
    float sum = total(partials);
    y[k] = isMean ? sum / length : sum;
  }

  @Override
  public void combine(float[] x, int at, float[] partials, int p, int count) {
    for (int n = 0; n < count; n++) {
      partials[p + n] += x[at + n];
    }
  }

  @Override
  public void store(float[] partials, float[] y, int k, int count) {
    if (!isMean) {
      System.arraycopy(partials, 0, y, k, count);
      return;
    }
    for (int n = 0; n < count; n++) {
      y[k + n] = partials[n] / length;
    }
  }

  /** Adds the partial sums up and clears them. */
  public static float total(float[] partials) {
    for (int half = PARTIALS / 2; half > 0; half /= 2) {
      for (int p = 0; p < half; p++) {
        partials[p] += partials[p + half];
      }
    }
    float total = partials[0];
    Arrays.fill(partials, 0);
    return total;
  }
}
