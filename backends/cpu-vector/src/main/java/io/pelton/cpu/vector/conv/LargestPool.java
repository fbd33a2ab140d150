package io.pelton.cpu.vector.conv;

import io.pelton.cpu.kernel.conv.ConvGeometry;
import java.util.Arrays;

/** The largest numbers; padding counts as NaN, which takes no part. */
final class LargestPool extends RowPool {
  private final float lowest;

  LargestPool(ConvGeometry geometry, float lowest) {
    super(geometry, Float.NaN);
    this.lowest = lowest;
  }

  @Override
  void combine(float[] x, int from, float[] y, int k, int count) {
    boolean isDoubtful =
        switch (stride) {
          case 1 -> PoolLoops.largest(x, from, taps, lowest, y, k);
          case 2 -> PoolLoops.largestOfSeconds(x, from, taps, lowest, y, k);
          default -> {
            Arrays.fill(y, k, k + count, lowest);
            yield true;
          }
        };
    if (isDoubtful) {
      for (int n = 0; n < count; n++) {
        y[k + n] = y[k + n] == lowest ? one(x, from + n * stride) : y[k + n];
      }
    }
  }

  /** One result, which may be infinite. */
  private float one(float[] x, int from) {
    float largest = Float.NaN;
    for (int tap : taps) {
      float value = x[from + tap];
      if (!Float.isNaN(value)) {
        largest = Float.isNaN(largest) ? value : Math.max(largest, value);
      }
    }
    return Float.isNaN(largest) ? lowest : largest;
  }
}
