package io.pelton.cpu.kernel.conv;

import io.pelton.engine.graph.Window;
import io.pelton.engine.tensor.Layout;

/**
 * Lengths of a convolution, with three spatial axes: missing ones come first and have length 1.
 *
 * @param images of the whole input
 * @param channels of one group
 * @param kernels of one group
 * @param axes the spatial axes, outermost first
 */
public record ConvGeometry(int images, int groups, int channels, int kernels, SpatialAxis[] axes) {
  /**
   * @param x [N, C, spatial...]
   * @param w [M, C / group, kernel...]
   * @param out [N, M, spatial...]
   */
  public static ConvGeometry of(Window window, int groups, Layout x, Layout w, Layout out) {
    int spatial = x.rank() - 2;
    SpatialAxis[] axes = new SpatialAxis[3];
    for (int i = 0; i < axes.length; i++) {
      int axis = i - axes.length + spatial;
      axes[i] =
          axis < 0
              ? SpatialAxis.of(1, 1, 1, 1, 0, 1)
              : SpatialAxis.of(
                  Math.toIntExact(x.dim(axis + 2)),
                  Math.toIntExact(w.dim(axis + 2)),
                  Math.toIntExact(out.dim(axis + 2)),
                  window.strides().get(axis),
                  window.padsBegin().get(axis),
                  window.dilations().get(axis));
    }
    return new ConvGeometry(
        Math.toIntExact(x.dim(0)),
        groups,
        Math.toIntExact(w.dim(1)),
        Math.toIntExact(w.dim(0) / groups),
        axes);
  }

  /** Elements of one channel of the input. */
  public int inputPlane() {
    return axes[0].length() * axes[1].length() * axes[2].length();
  }

  /** Elements of one channel of the output. */
  public int outputPlane() {
    return axes[0].outputs() * axes[1].outputs() * axes[2].outputs();
  }

  /** Elements of one kernel. */
  public int kernelSize() {
    return channels * axes[0].kernel() * axes[1].kernel() * axes[2].kernel();
  }
}
