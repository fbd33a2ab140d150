package io.pelton.cpu.vector.conv;

import io.pelton.cpu.kernel.conv.ConvGeometry;
import io.pelton.cpu.kernel.conv.PlanePool;

/** Pools row by row, a vector of outputs after the other; the last ones of a channel go apart. */
abstract class RowPool implements PlanePool<float[]> {
  final int[] taps;
  final int stride;
  private final PaddedPlane plane;
  private final float[] edge = new float[Seconds.LENGTH];

  RowPool(ConvGeometry geometry, float padding) {
    int behind = (Seconds.LENGTH + 1) * geometry.axes()[2].stride();
    this.plane = new PaddedPlane(geometry, behind, padding);
    this.taps = plane.taps();
    this.stride = plane.stride();
  }

  /**
   * Pools as many outputs as a vector has lanes, of which {@code count} are wanted.
   *
   * @param x windows from {@code from} on
   */
  abstract void combine(float[] x, int from, float[] y, int k, int count);

  @Override
  public final void apply(float[] x, int i, float[] y, int k) {
    plane.load(x, i);
    int rows = plane.rows();
    int columns = plane.columns();
    int end = k + rows * columns;
    int to = k;
    for (int row = 0; row < rows; row++) {
      int from = plane.row(row);
      for (int column = 0; column < columns; column += Seconds.LENGTH) {
        int count = Math.min(Seconds.LENGTH, columns - column);
        if (to + Seconds.LENGTH <= end) {
          combine(plane.array(), from + column * stride, y, to, count);
        } else {
          combine(plane.array(), from + column * stride, edge, 0, count);
          System.arraycopy(edge, 0, y, to, count);
        }
        to += count;
      }
    }
  }
}
