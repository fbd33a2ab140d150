package io.pelton.cpu.kernel.conv;

import io.pelton.engine.graph.Window;
import io.pelton.engine.tensor.Layout;

/**
 * Spreads a channel over a channel of the output, kernel element by kernel element in row-major
 * order: the axes are those of the convolution that goes from the output to x.
 *
 * @param <A> {@code float[]}, {@code double[]} or {@code long[]}
 */
final class SpreadPlane<A> {
  private final SpatialAxis[] axes;
  private final Spreading<A> spreading;
  private final int step;

  /**
   * @param step elements of x from what one kernel element spreads to what the next does
   */
  SpreadPlane(SpatialAxis[] axes, Spreading<A> spreading, int step) {
    this.axes = axes;
    this.spreading = spreading;
    this.step = step;
  }

  /**
   * Three axes; missing ones come first and have length 1.
   *
   * @param places how often the kernel is put along each spatial axis
   * @param out [N, M, spatial...]
   */
  static SpatialAxis[] axes(Window window, long[] kernel, long[] places, Layout out) {
    SpatialAxis[] axes = new SpatialAxis[3];
    for (int i = 0; i < axes.length; i++) {
      int axis = i - axes.length + kernel.length;
      axes[i] =
          axis < 0
              ? SpatialAxis.of(1, 1, 1, 1, 0, 1)
              : SpatialAxis.of(
                  Math.toIntExact(out.dim(axis + 2)),
                  Math.toIntExact(kernel[axis]),
                  Math.toIntExact(places[axis]),
                  window.strides().get(axis),
                  window.padsBegin().get(axis),
                  window.dilations().get(axis));
    }
    return axes;
  }

  /**
   * @param x the channel from {@code i} on
   * @param w the kernel from {@code j} on; not read by what has no weights
   * @param y the channel of the output from {@code k} on
   */
  void spread(A x, int i, A w, int j, A y, int k) {
    int at = 0;
    for (int a = 0; a < axes[0].kernel(); a++) {
      for (int b = 0; b < axes[1].kernel(); b++) {
        for (int c = 0; c < axes[2].kernel(); c++) {
          element(x, i + at * step, w, j + at, y, k, a, b, c);
          at++;
        }
      }
    }
  }

  private void element(A x, int plane, A w, int j, A y, int k, int a, int b, int c) {
    SpatialAxis outer = axes[0];
    SpatialAxis middle = axes[1];
    SpatialAxis inner = axes[2];
    int first = inner.first()[c];
    int count = inner.end()[c] - first;
    for (int oa = outer.first()[a]; oa < outer.end()[a]; oa++) {
      for (int ob = middle.first()[b]; ob < middle.end()[b]; ob++) {
        int from = plane + (oa * middle.outputs() + ob) * inner.outputs() + first;
        int row = outer.input(oa, a) * middle.length() + middle.input(ob, b);
        int to = k + row * inner.length() + inner.input(first, c);
        spreading.add(x, from, w, j, y, to, inner.stride(), count);
      }
    }
  }
}
