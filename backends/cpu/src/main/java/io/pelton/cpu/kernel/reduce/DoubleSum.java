package io.pelton.cpu.kernel.reduce;

import java.util.Arrays;

/** Sums and means of {@code double}. */
public final class DoubleSum implements Summation<double[]> {
  private final boolean isMean;
  private final double count;

  private DoubleSum(boolean isMean, double count) {
    this.isMean = isMean;
    this.count = count;
  }

  static DoubleSum sum() {
    return new DoubleSum(false, 1);
  }

  public static DoubleSum mean(int count) {
    return new DoubleSum(true, count);
  }

  @Override
  public void clear(double[] partials) {
    Arrays.fill(partials, 0);
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
    y[k] = isMean ? sum / count : sum;
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
