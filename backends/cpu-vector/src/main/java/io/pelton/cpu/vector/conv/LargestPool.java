package io.pelton.cpu.vector.conv;

import io.pelton.cpu.kernel.conv.ConvGeometry;
import io.pelton.cpu.kernel.conv.SpatialAxis;

/** The largest numbers; padding counts as NaN, which takes no part. */
final class LargestPool extends RowPool {
  private final float lowest;
  private final SpatialAxis inner;
  private final int[] columnTaps;
  private final float[] columns;

  LargestPool(ConvGeometry geometry, float lowest) {
    super(geometry, Float.NaN);
    this.lowest = lowest;
    this.inner = geometry.axes()[2];
    this.columnTaps = new int[taps.length / inner.kernel()];
    for (int row = 0; row < columnTaps.length; row++) {
      columnTaps[row] = taps[row * inner.kernel()];
    }
    this.columns = new float[reach(Seconds.LENGTH) + Seconds.LENGTH];
  }

  /** Columns that so many outputs meet. */
  private int reach(int count) {
    return (count - 1) * stride + (inner.kernel() - 1) * inner.dilation() + 1;
  }

  @Override
  void combine(float[] x, int from, float[] y, int k, int count) {
    switch (stride) {
      case 1 -> PoolLoops.largest(x, from, taps, lowest, y, k);
      case 2 -> PoolLoops.largestOfSeconds(x, from, taps, lowest, y, k);
      default -> byColumns(x, from, y, k, count);
    }
  }

  /** The largest of each column first, then of the columns. */
  private void byColumns(float[] x, int from, float[] y, int k, int count) {
    int end = reach(count);
    for (int column = 0; column < end; column += Seconds.LENGTH) {
      PoolLoops.largest(x, from + column, columnTaps, Float.NaN, columns, column);
    }
    for (int n = 0; n < count; n++) {
      float largest = Float.NaN;
      for (int c = 0; c < inner.kernel(); c++) {
        float value = columns[n * stride + c * inner.dilation()];
        if (!Float.isNaN(value)) {
          largest = Float.isNaN(largest) ? value : Math.max(largest, value);
        }
      }
      y[k + n] = Float.isNaN(largest) ? lowest : largest;
    }
  }
}
