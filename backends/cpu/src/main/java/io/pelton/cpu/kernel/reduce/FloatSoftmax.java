package io.pelton.cpu.kernel.reduce;

import io.pelton.cpu.math.Decay;

/** Softmax in {@code float}. */
final class FloatSoftmax implements SoftmaxLoop<float[]> {
  private final float[] partials = new float[Summation.PARTIALS];

  @Override
  public void apply(float[] x, int at, int count, float[] y, int to, int step) {
    float max = Float.NEGATIVE_INFINITY;
    for (int n = 0; n < count; n++) {
      max = Math.max(max, x[at + n]);
    }
    for (int n = 0; n < count; n++) {
      float power = Decay.of(max - x[at + n]);
      y[to + n * step] = power;
      partials[n % Summation.PARTIALS] += power;
    }
    float share = 1 / FloatSum.total(partials);
    for (int n = 0; n < count; n++) {
      y[to + n * step] *= share;
    }
  }
}
