package io.pelton.cuda.kernel.conv;

import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.ConvOp.Conv;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/** Conv. */
final class ConvKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    Conv op = (Conv) node.op();
    long[] w = in[1].layout().dims();
    SpatialWindow window =
        SpatialWindow.of(
            op.window(),
            SpatialWindow.spatial(in[0].layout().dims()),
            SpatialWindow.spatial(w),
            SpatialWindow.spatial(out[0].layout().dims()));
    Operand bias = in.length > 2 ? in[2] : null;
    int images = Math.toIntExact(in[0].layout().dim(0));
    int channels = Math.toIntExact(w[1]);
    int kernels = Math.toIntExact(w[0]) / op.group();
    ConvFunction function = ConvFunction.of(in[0].dtype(), window, images, op.group(), kernels);
    Fields fields = window.writeTo(new Fields());
    fields.add(op.group(), channels, kernels, channels * window.kernelSize());
    fields.add(ActivationCodes.of(op.activation()), bias == null ? 0 : 1);
    fields.divisor(window.outputPlane()).divisor(window.kernelSize());
    long[] slots = fields.divisor(function.chunks()).divisor(op.group()).slots();
    return new LaunchBuilder(node, "conv", function.name())
        .pointer(in[0])
        .pointer(in[1])
        .pointer(bias)
        .pointer(out[0])
        .struct(slots.length, slots)
        .extent(function.extent())
        .over(function.geometry());
  }
}
