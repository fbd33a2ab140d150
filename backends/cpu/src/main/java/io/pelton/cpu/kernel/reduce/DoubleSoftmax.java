package io.pelton.cpu.kernel.reduce;

/** Softmax in {@code double}. */
final class DoubleSoftmax implements SoftmaxLoop<double[]> {
  private final double[] partials = new double[Summation.PARTIALS];

  @Override
  public void apply(double[] x, int at, int count, double[] y, int to, int step) {
    double max = Double.NEGATIVE_INFINITY;
    for (int n = 0; n < count; n++) {
      max = Math.max(max, x[at + n]);
    }
    for (int n = 0; n < count; n++) {
      double power = StrictMath.exp(x[at + n] - max);
      y[to + n * step] = power;
      partials[n % Summation.PARTIALS] += power;
    }
    double share = 1 / DoubleSum.total(partials);
    for (int n = 0; n < count; n++) {
      y[to + n * step] *= share;
    }
  }
}
