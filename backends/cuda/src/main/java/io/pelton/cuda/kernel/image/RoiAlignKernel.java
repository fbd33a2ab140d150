package io.pelton.cuda.kernel.image;

import io.pelton.cuda.kernel.conv.Fields;
import io.pelton.cuda.kernel.conv.Functions;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.cuda.memory.Refusal;
import io.pelton.engine.graph.SampleOp.RoiAlign;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;
import java.util.List;

/** RoiAlign. */
final class RoiAlignKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    RoiAlign op = (RoiAlign) node.op();
    int[] x = new int[in[0].layout().rank()];
    for (int axis = 0; axis < x.length; axis++) {
      x[axis] = Math.toIntExact(in[0].layout().dim(axis));
    }
    Layout y = out[0].layout();
    Fields fields = new Fields().f64(op.scale()).add(x).add(op.rows(), op.columns());
    fields.add(op.samples(), op.isMean() ? 1 : 0, op.isHalfPixel() ? 1 : 0, 0);
    long[] slots = fields.divisor(op.rows() * op.columns()).divisor(x[1]).slots();
    Refusal refusal =
        Refusal.of(node, y.dim(0) / node.rows(), "a region is of image ", List.of(" of " + x[0]));
    return new LaunchBuilder(node, "roi", Functions.of("roi_align", in[0].dtype()))
        .pointer(in[0])
        .pointer(in[1])
        .pointer(in[2])
        .pointer(out[0])
        .struct(slots.length, slots)
        .extent(y.elements())
        .watch(refusal)
        .over(Geometry.threads(y.elements()));
  }
}
