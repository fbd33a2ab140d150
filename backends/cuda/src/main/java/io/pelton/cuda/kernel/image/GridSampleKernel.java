package io.pelton.cuda.kernel.image;

import io.pelton.cuda.kernel.conv.Fields;
import io.pelton.cuda.kernel.conv.Functions;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.SampleOp.GridSample;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;

/** GridSample. */
final class GridSampleKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    GridSample op = (GridSample) node.op();
    Layout x = in[0].layout();
    Layout y = out[0].layout();
    int places = SpatialLengths.product(y.dims(), 2, y.rank());
    long all = Math.multiplyExact((int) y.dim(0), places);
    Fields fields = new Fields().add(Math.toIntExact(x.dim(1)), x.rank() - 2);
    fields.add(SpatialLengths.three(x.dims(), 2, x.rank()));
    fields.add(SamplingCodes.of(op.interpolation()), SamplingCodes.of(op.padding()));
    fields.add(op.isAligned() ? 1 : 0, element(in[1].dtype()), 0);
    long[] slots = fields.divisor(places).slots();
    return new LaunchBuilder(node, "sample", Functions.of("grid_sample", in[0].dtype()))
        .pointer(in[0])
        .pointer(in[1])
        .pointer(out[0])
        .struct(slots.length, slots)
        .extent(all)
        .over(Geometry.threads(all));
  }

  /** As in {@code sample.cu}. */
  private static int element(DType dtype) {
    return switch (dtype) {
      case F32 -> 0;
      case F64 -> 1;
      case F16 -> 2;
      case BF16 -> 3;
      default -> throw new IllegalArgumentException(dtype + " has no coordinates");
    };
  }
}
