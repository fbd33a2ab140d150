package io.pelton.cpu.vector.conv;

import io.pelton.cpu.kernel.conv.ConvGeometry;

/** Sums; padding counts as 0. */
final class SumPool extends RowPool {
  SumPool(ConvGeometry geometry) {
    super(geometry, 0);
  }

  @Override
  void combine(float[] x, int from, float[] y, int k, int count) {
    switch (stride) {
      case 1 -> PoolLoops.sum(x, from, taps, y, k);
      case 2 -> PoolLoops.sumOfSeconds(x, from, taps, y, k);
      default -> {
        for (int n = 0; n < count; n++) {
          y[k + n] = one(x, from + n * stride);
        }
      }
    }
  }

  private float one(float[] x, int from) {
    float sum = 0;
    for (int tap : taps) {
      sum += x[from + tap];
    }
    return sum;
  }
}
