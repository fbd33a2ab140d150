package io.pelton.cuda.kernel.conv;

import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.SpreadOp.ConvTranspose;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;

/** ConvTranspose. */
final class ConvTransposeKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    ConvTranspose op = (ConvTranspose) node.op();
    Layout y = out[0].layout();
    long[] w = in[1].layout().dims();
    SpatialWindow window =
        SpatialWindow.of(
            op.window(),
            SpatialWindow.spatial(y.dims()),
            SpatialWindow.spatial(w),
            SpatialWindow.spatial(in[0].layout().dims()));
    Operand bias = in.length > 2 ? in[2] : null;
    int kernels = Math.toIntExact(w[1]);
    int channels = Math.toIntExact(w[0] / op.group());
    long[] slots = Spreadings.fields(window, op.group(), channels, kernels, bias != null);
    int perImage = Math.multiplyExact(op.group() * Spreadings.chunks(kernels), window.inputPlane());
    long threads = Math.multiplyExact(Math.toIntExact(y.dim(0)), perImage);
    return new LaunchBuilder(node, "spread", Functions.of("conv_transpose", in[0].dtype()))
        .pointer(in[0])
        .pointer(in[1])
        .pointer(bias)
        .pointer(out[0])
        .struct(slots.length, slots)
        .extent(threads)
        .over(Geometry.threads(threads));
  }
}
