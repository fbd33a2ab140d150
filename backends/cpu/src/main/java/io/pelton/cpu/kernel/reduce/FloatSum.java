package io.pelton.cpu.kernel.reduce;

import java.util.Arrays;

/** Sums and means of {@code float}. */
public final class FloatSum implements Summation<float[]> {
  private final boolean isMean;
  private final float count;

  private FloatSum(boolean isMean, float count) {
    this.isMean = isMean;
    this.count = count;
  }

  public static FloatSum sum() {
    return new FloatSum(false, 1);
  }

  public static FloatSum mean(int count) {
    return new FloatSum(true, count);
  }

  @Override
  public void clear(float[] partials) {
    Arrays.fill(partials, 0);
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
    y[k] = isMean ? sum / count : sum;
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
