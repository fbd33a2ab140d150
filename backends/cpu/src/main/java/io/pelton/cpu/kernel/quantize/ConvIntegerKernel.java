package io.pelton.cpu.kernel.quantize;

import io.pelton.cpu.kernel.conv.ConvGeometry;
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
    ConvGeometry geometry =
        ConvGeometry.of(op.window(), op.group(), in[0].layout(), in[1].layout(), out[0].layout());
    IntegerConvolution convolution =
        new IntegerConvolution(
            geometry, in[0], Parameters.optional(in, 2), in[1], Parameters.optional(in, 3));
    int imagesPerRow = geometry.images() / node.rows();
    int size = geometry.outputPlane();
    IntegerConvolution.Channel store =
        (index, kernel, sums) ->
            System.arraycopy(sums, 0, out[0].ints(), out[0].base() + index * size, size);
    return active -> convolution.run(active * imagesPerRow, store);
  }
}
