package io.pelton.cpu.kernel.reduce;

import java.util.Arrays;

/** Products of {@code double}. */
final class DoubleProduct implements Summation<double[]> {
  @Override
  public void clear(double[] partials, int count) {
    Arrays.fill(partials, 0, count, 1);
  }

  @Override
  public void accumulate(double[] x, int at, int count, double[] partials) {
    int whole = count - count % PARTIALS;
    for (int n = 0; n < whole; n += PARTIALS) {
      for (int p = 0; p < PARTIALS; p++) {
        partials[p] *= x[at + n + p];
      }
    }
    for (int n = whole; n < count; n++) {
      partials[n - whole] *= x[at + n];
    }
  }

  @Override
  public void finish(double[] partials, double[] y, int k) {
    for (int half = PARTIALS / 2; half > 0; half /= 2) {
      for (int p = 0; p < half; p++) {
        partials[p] *= partials[p + half];
      }
    }
    y[k] = partials[0];
    clear(partials, PARTIALS);
  }

  @Override
  public void combine(double[] x, int at, double[] partials, int p, int count) {
    for (int n = 0; n < count; n++) {
      partials[p + n] *= x[at + n];
    }
  }

  @Override
  public void store(double[] partials, double[] y, int k, int count) {
    System.arraycopy(partials, 0, y, k, count);
  }
}
