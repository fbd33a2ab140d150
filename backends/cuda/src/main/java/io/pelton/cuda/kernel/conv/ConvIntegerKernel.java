package io.pelton.cuda.kernel.conv;

import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.Activation;
import io.pelton.engine.graph.IntegerProductOp.ConvInteger;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/** ConvInteger. */
final class ConvIntegerKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    ConvInteger op = (ConvInteger) node.op();
    Operand zeroOfX = in.length > 2 ? in[2] : null;
    Operand zeroOfW = in.length > 3 ? in[3] : null;
    ByteConvolution convolution =
        ByteConvolution.of(
            op.window(), op.group(), in[0], in[1], zeroOfW, null, Activation.NONE, out[0]);
    return new LaunchBuilder(node, "conv_integer", "conv_integer")
        .pointer(in[0])
        .pointer(in[1])
        .pointer(zeroOfX)
        .pointer(zeroOfW)
        .pointer(out[0])
        .struct(convolution.slots().length, convolution.slots())
        .extent(convolution.threads())
        .over(Geometry.threads(convolution.threads()));
  }
}
