package io.pelton.cuda.kernel.conv;

import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.IntegerProductOp.QuantizedConv;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/** QuantizedConv. */
final class QuantizedConvKernel implements FixedKernel {
  private static final int X = 0;
  private static final int W = 3;
  private static final int BIAS = 6;

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    QuantizedConv op = (QuantizedConv) node.op();
    ByteConvolution convolution =
        ByteConvolution.of(
            op.window(), op.group(), in[X], in[W], in[W + 2], in[W + 1], op.activation(), out[0]);
    return new LaunchBuilder(node, "conv_integer", "quantized_conv")
        .pointer(in[X])
        .pointer(in[X + 1])
        .pointer(in[X + 2])
        .pointer(in[W])
        .pointer(in[W + 1])
        .pointer(in[W + 2])
        .pointer(in.length > BIAS ? in[BIAS] : null)
        .pointer(out[0])
        .struct(convolution.slots().length, convolution.slots())
        .extent(convolution.threads())
        .over(Geometry.threads(convolution.threads()));
  }
}
