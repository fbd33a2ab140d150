package io.pelton.cpu.kernel.reduce;

import java.util.Arrays;

/** Sums and means of {@code double}. */
public final class DoubleSum implements Summation<double[]> {
  private final boolean isMean;
  private final double length;

  private DoubleSum(boolean isMean, double length) {
    this.isMean = isMean;
    this.length = length;
  }

  static DoubleSum sum() {
    return new DoubleSum(false, 1);
  }

  public static DoubleSum mean(int count) {
    return new DoubleSum(true, count);
  }

  @Override
  public void clear(double[] partials, int count) {
    Arrays.fill(partials, 0, count, 0);
  }

  @Override
  public void accumulate(double[] x, int at, int count, double[] partials) {
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
  public void finish(double[] partials, double[] y, int k) {
    double sum = total(partials);
    y[k] = isMean ? sum / length : sum;
  }

  @Override
  public void combine(double[] x, int at, double[] partials, int p, int count) {
    for (int n = 0; n < count; n++) {
      partials[p + n] += x[at + n];
    }
  }

  @Override
  public void store(double[] partials, double[] y, int k, int count) {
    if (!isMean) {
      System.arraycopy(partials, 0, y, k, count);
      return;
    }
    for (int n = 0; n < count; n++) {
      y[k + n] = partials[n] / length;
    }
  }

  /** Adds the partial sums up and clears them. */
  static double total(double[] partials) {
    for (int half = PARTIALS / 2; half > 0; half /= 2) {
      for (int p = 0; p < half; p++) {
        partials[p] += partials[p + half];
      }
    }
    double total = partials[0];
    Arrays.fill(partials, 0);
    return total;
  }
}
