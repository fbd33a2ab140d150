package io.pelton.cuda.kernel.image;

import io.pelton.cuda.kernel.conv.Fields;
import io.pelton.cuda.kernel.conv.Functions;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.SampleOp.AffineGrid;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/** AffineGrid. */
final class AffineGridKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    long[] y = out[0].layout().dims();
    int axes = y.length - 2;
    int places = SpatialLengths.product(y, 1, axes + 1);
    long all = Math.multiplyExact((int) y[0], places);
    boolean isAligned = ((AffineGrid) node.op()).isAligned();
    Fields fields = new Fields().add(axes, isAligned ? 1 : 0);
    fields.add(SpatialLengths.three(y, 1, axes + 1)).add(0);
    long[] slots = fields.divisor(places).slots();
    return new LaunchBuilder(node, "sample", Functions.of("affine_grid", in[0].dtype()))
        .pointer(in[0])
        .pointer(out[0])
        .struct(slots.length, slots)
        .extent(all)
        .over(Geometry.threads(all));
  }
}
