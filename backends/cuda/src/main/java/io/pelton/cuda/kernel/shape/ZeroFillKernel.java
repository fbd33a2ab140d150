package io.pelton.cuda.kernel.shape;

import io.pelton.cuda.kernel.FoldedAxes;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;

/** Writes zeros, to what the target's layout has and nothing between. */
final class ZeroFillKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    Operand target = out[0];
    Layout layout = target.layout();
    FoldedAxes axes = FoldedAxes.of(layout.dims(), layout);
    int bits = target.dtype().bits();
    if (bits < Byte.SIZE) {
      return new LaunchBuilder(node, Copies.MODULE, "zero_packed")
          .pointer(target)
          .start(target)
          .view(axes.dims(), axes.strides(0))
          .i32(bits)
          .extent(axes.elements())
          .over(Geometry.threads(axes.elements() == 0 ? 0 : 1));
    }
    if (axes.isContiguous(0)) {
      long bytes = axes.elements() * (bits / Byte.SIZE);
      return new LaunchBuilder(node, Copies.MODULE, "zero_flat")
          .pointer(target)
          .extent(bytes)
          .over(Geometry.threads((bytes + Copies.PIECE - 1) / Copies.PIECE));
    }
    MovedAxes moved = MovedAxes.of(target.dtype(), axes, 1, axes.elements() / node.rows());
    long units = moved.units(axes.elements());
    return new LaunchBuilder(node, Copies.MODULE, "zero_view_" + moved.width())
        .pointer(target)
        .view(moved.dims(), moved.strides(0))
        .extent(units)
        .over(Geometry.threads(units));
  }
}
