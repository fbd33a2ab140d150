package io.pelton.cpu.kernel.quantize;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.FloatBlocks;
import io.pelton.cpu.block.FloatOutput;
import io.pelton.cpu.kernel.step.Steps;
import io.pelton.engine.graph.Activation;
import io.pelton.engine.graph.IntegerProductOp.QuantizedDense;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;

/** QuantizedDense: exact sums, scaled once, then bias and activation. */
final class QuantizedDenseKernel implements FixedKernel {
  private final Steps<float[]> steps = Steps.floats(DType.F32);

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    long[] result = out[0].layout().dims();
    IntegerProduct product = new IntegerProduct(node, in[0], in[2], in[3], in[5], result);
    int columns = product.columns();
    Rescaling rescaling = new Rescaling(in[1], in[4], columns);
    Operand bias = Parameters.optional(in, 6);
    Blocks<float[]> addend =
        bias == null ? null : FloatBlocks.of(bias, bias.layout().broadcastTo(result), columns);
    Activation activation = ((QuantizedDense) node.op()).activation();
    int rowsPerRow = product.rows() / node.rows();
    FloatOutput output = new FloatOutput(out[0], columns);
    int[] sums = new int[columns];
    return active -> {
      product.begin();
      rescaling.begin();
      for (int row = 0; row < active * rowsPerRow; row++) {
        output.open(row * columns, columns);
        float[] target = output.array();
        int at = output.at();
        product.row(row, sums, 0);
        rescaling.channels(sums, target, at);
        if (addend != null) {
          addend.read(row * columns, columns);
          steps.add(target, at, addend.array(), addend.at(), columns);
        }
        steps.activate(activation, target, at, columns);
        output.commit();
      }
    };
  }
}
