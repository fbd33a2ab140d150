package io.pelton.cpu.kernel.norm;

import io.pelton.cpu.kernel.elementwise.Rounding;
import io.pelton.cpu.kernel.reduce.Summation;
import io.pelton.engine.tensor.DType;

/** Steps of the decomposition on one run of {@code float}, each rounded to the stored dtype. */
final class FloatRunNorm implements RunNormLoop<float[]> {
  private final int length;
  private final boolean isCentred;
  private final float epsilon;
  private final Rounding<float[]> rounding;
  private final Summation<float[]> mean;
  private final float[] squares;
  private final float[] partials = new float[Summation.PARTIALS];
  private final float[] statistic = new float[1];

  /**
   * @param isCentred the mean is taken off first
   * @param dtype as which results are stored, and which {@code epsilon} has too
   * @param mean of as many elements
   */
  FloatRunNorm(DType dtype, int length, boolean isCentred, float epsilon, Summation<float[]> mean) {
    this.length = length;
    this.isCentred = isCentred;
    this.epsilon = epsilon;
    this.rounding = Rounding.singles(dtype);
    this.mean = mean;
    this.squares = new float[length];
  }

  @Override
  public void apply(
      float[] x, int i, int runs, float[] scale, int s, float[] bias, int b, float[] y, int k) {
    for (int from = 0; from < runs * length; from += length) {
      normalize(x, i + from, y, k + from);
      scale(scale, s, y, k + from);
      if (bias != null) {
        shift(bias, b, y, k + from);
      }
    }
  }

  private void normalize(float[] x, int i, float[] y, int k) {
    if (isCentred) {
      float centre = mean(x, i);
      for (int n = 0; n < length; n++) {
        y[k + n] = x[i + n] - centre;
      }
      rounding.round(y, k, length);
    } else {
      System.arraycopy(x, i, y, k, length);
    }
    float deviation = deviation(y, k);
    for (int n = 0; n < length; n++) {
      y[k + n] /= deviation;
    }
    rounding.round(y, k, length);
  }

  private float mean(float[] x, int i) {
    mean.accumulate(x, i, length, partials);
    mean.finish(partials, statistic, 0);
    rounding.round(statistic, 0, 1);
    return statistic[0];
  }

  private float deviation(float[] y, int k) {
    for (int n = 0; n < length; n++) {
      squares[n] = y[k + n] * y[k + n];
    }
    rounding.round(squares, 0, length);
    statistic[0] = mean(squares, 0) + epsilon;
    rounding.round(statistic, 0, 1);
    statistic[0] = (float) Math.sqrt(statistic[0]);
    rounding.round(statistic, 0, 1);
    return statistic[0];
  }

  private void scale(float[] scale, int s, float[] y, int k) {
    for (int n = 0; n < length; n++) {
      y[k + n] *= scale[s + n];
    }
    rounding.round(y, k, length);
  }

  private void shift(float[] bias, int b, float[] y, int k) {
    for (int n = 0; n < length; n++) {
      y[k + n] += bias[b + n];
    }
    rounding.round(y, k, length);
  }
}
