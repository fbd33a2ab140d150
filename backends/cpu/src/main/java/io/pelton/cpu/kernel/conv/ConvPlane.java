package io.pelton.cpu.kernel.conv;

/**
 * Sums one channel of the output: over the channels of the group, then over the elements of the
 * kernel in row-major order, padding left out.
 *
 * @param <A> {@code float[]}, {@code double[]} or {@code int[]}
 */
public final class ConvPlane<A> {
  private final ConvGeometry geometry;
  private final Accumulation<A> accumulation;

  public ConvPlane(ConvGeometry geometry, Accumulation<A> accumulation) {
    this.geometry = geometry;
    this.accumulation = accumulation;
  }

  /**
   * @param x the group's channels from {@code i} on
   * @param w the kernel from {@code j} on
   * @param y the channel of the output from {@code k} on, which holds zeros
   */
  public void accumulate(A x, int i, A w, int j, A y, int k) {
    SpatialAxis[] axes = geometry.axes();
    int at = j;
    for (int channel = 0; channel < geometry.channels(); channel++) {
      int plane = i + channel * geometry.inputPlane();
      for (int a = 0; a < axes[0].kernel(); a++) {
        for (int b = 0; b < axes[1].kernel(); b++) {
          for (int c = 0; c < axes[2].kernel(); c++) {
            element(x, plane, w, at++, y, k, a, b, c);
          }
        }
      }
    }
  }

  /** Adds the products of one element of the kernel to all outputs that it reaches. */
  private void element(A x, int plane, A w, int j, A y, int k, int a, int b, int c) {
    SpatialAxis outer = geometry.axes()[0];
    SpatialAxis middle = geometry.axes()[1];
    SpatialAxis inner = geometry.axes()[2];
    int first = inner.first()[c];
    int count = inner.end()[c] - first;
    for (int oa = outer.first()[a]; oa < outer.end()[a]; oa++) {
      for (int ob = middle.first()[b]; ob < middle.end()[b]; ob++) {
        int row = outer.input(oa, a) * middle.length() + middle.input(ob, b);
        int from = plane + row * inner.length() + inner.input(first, c);
        int to = k + (oa * middle.outputs() + ob) * inner.outputs() + first;
        accumulation.add(x, from, inner.stride(), w, j, y, to, count);
      }
    }
  }
}
