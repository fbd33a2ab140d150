package io.pelton.cpu.kernel.norm;

import io.pelton.cpu.kernel.reduce.DoubleSum;
import io.pelton.cpu.kernel.reduce.Summation;

/** Steps of the decomposition on one run of {@code double}. */
final class DoubleRunNorm implements RunNormLoop<double[]> {
  private final int length;
  private final boolean isCentred;
  private final double epsilon;
  private final DoubleSum mean;
  private final double[] squares;
  private final double[] partials = new double[Summation.PARTIALS];
  private final double[] statistic = new double[1];

  /**
   * @param isCentred the mean is taken off first
   */
  DoubleRunNorm(int length, boolean isCentred, double epsilon) {
    this.length = length;
    this.isCentred = isCentred;
    this.epsilon = epsilon;
    this.mean = DoubleSum.mean(length);
    this.squares = new double[length];
  }

  @Override
  public void apply(
      double[] x, int i, int runs, double[] scale, int s, double[] bias, int b, double[] y, int k) {
    for (int from = 0; from < runs * length; from += length) {
      normalize(x, i + from, y, k + from);
      scale(scale, s, y, k + from);
      if (bias != null) {
        shift(bias, b, y, k + from);
      }
    }
  }

  private void normalize(double[] x, int i, double[] y, int k) {
    if (isCentred) {
      double centre = mean(x, i);
      for (int n = 0; n < length; n++) {
        y[k + n] = x[i + n] - centre;
      }
    } else {
      System.arraycopy(x, i, y, k, length);
    }
    double deviation = deviation(y, k);
    for (int n = 0; n < length; n++) {
      y[k + n] /= deviation;
    }
  }

  private double mean(double[] x, int i) {
    mean.accumulate(x, i, length, partials);
    mean.finish(partials, statistic, 0);
    return statistic[0];
  }

  private double deviation(double[] y, int k) {
    for (int n = 0; n < length; n++) {
      squares[n] = y[k + n] * y[k + n];
    }
    statistic[0] = mean(squares, 0) + epsilon;
    statistic[0] = Math.sqrt(statistic[0]);
    return statistic[0];
  }

  private void scale(double[] scale, int s, double[] y, int k) {
    for (int n = 0; n < length; n++) {
      y[k + n] *= scale[s + n];
    }
  }

  private void shift(double[] bias, int b, double[] y, int k) {
    for (int n = 0; n < length; n++) {
      y[k + n] += bias[b + n];
    }
  }
}
