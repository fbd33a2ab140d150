package io.pelton.cpu.kernel.quantize;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.FloatOutput;
import io.pelton.cpu.block.Lane;
import io.pelton.cpu.kernel.conv.ConvGeometry;
import io.pelton.cpu.kernel.step.Steps;
import io.pelton.engine.graph.IntegerProductOp.QuantizedConv;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;

/** QuantizedConv: exact sums, scaled once, then bias and activation. */
final class QuantizedConvKernel implements FixedKernel {
  private final Steps<float[]> steps = Steps.floats(DType.F32);

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    QuantizedConv op = (QuantizedConv) node.op();
    ConvGeometry geometry =
        ConvGeometry.of(op.window(), op.group(), in[0].layout(), in[3].layout(), out[0].layout());
    IntegerConvolution convolution = new IntegerConvolution(geometry, in[0], in[2], in[3], in[5]);
    int kernels = geometry.groups() * geometry.kernels();
    Rescaling rescaling = new Rescaling(in[1], in[4], kernels);
    Blocks<float[]> bias = Parameters.all(Parameters.optional(in, 6), Lane.FLOATS);
    int size = geometry.outputPlane();
    FloatOutput output = new FloatOutput(out[0], size);
    IntegerConvolution.Channel finish =
        (index, kernel, sums) -> {
          output.open(index * size, size);
          float[] target = output.array();
          int at = output.at();
          rescaling.channel(kernel, sums, size, target, at);
          if (bias != null) {
            steps.addSingle(target, at, bias.array(), bias.at() + kernel, size);
          }
          steps.activate(op.activation(), target, at, size);
          output.commit();
        };
    int imagesPerRow = geometry.images() / node.rows();
    return active -> {
      rescaling.begin();
      if (bias != null) {
        bias.read(0, kernels);
      }
      convolution.run(active * imagesPerRow, finish);
    };
  }
}
