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
import io.pelton.engine.tensor.Layout;

/** QuantizedDense: exact sums, scaled once, then bias and activation. */
final class QuantizedDenseKernel implements FixedKernel {
  private final IntegerMultiplication multiplication;
  private final Steps<float[]> steps;

  QuantizedDenseKernel(IntegerMultiplication multiplication, Steps<float[]> steps) {
    this.multiplication = multiplication;
    this.steps = steps;
  }

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    long[] result = out[0].layout().dims();
    IntegerFactors factors = IntegerFactors.of(node, in[0], in[2], in[3], in[5], result);
    IntegerRows product = multiplication.bind(factors);
    int columns = factors.columns();
    Rescaling rescaling = new Rescaling(in[1], in[4], columns);
    Operand bias = Parameters.optional(in, 6);
    boolean isRow = bias != null && isRow(bias.layout(), columns);
    float[] row = isRow ? new float[columns] : null;
    Blocks<float[]> addend =
        bias == null
            ? null
            : FloatBlocks.of(
                bias,
                bias.layout().broadcastTo(result),
                isRow ? columns : product.block() * columns);
    Activation activation = ((QuantizedDense) node.op()).activation();
    int rowsPerRow = factors.rows() / node.rows();
    FloatOutput output = new FloatOutput(out[0], product.block() * columns);
    return active -> {
      int end = active * rowsPerRow;
      if (end == 0) {
        return;
      }
      product.begin();
      rescaling.begin();
      if (isRow) {
        addend.read(0, columns);
        System.arraycopy(addend.array(), addend.at(), row, 0, columns);
      }
      for (int from = 0; from < end; from += product.block()) {
        int count = Math.min(product.block(), end - from);
        output.open(from * columns, count * columns);
        float[] target = output.array();
        int at = output.at();
        product.scaled(from, count, rescaling.factors(), row, target, at);
        if (addend != null && !isRow) {
          addend.read(from * columns, count * columns);
          steps.add(target, at, addend.array(), addend.at(), count * columns);
        }
        steps.activate(activation, target, at, count * columns);
        output.commit();
      }
    };
  }

  /** True when all rows of the product share the bias; that of a product with a vector may not. */
  private static boolean isRow(Layout bias, int columns) {
    return bias.elements() == 1
        || (bias.elements() == columns && bias.dim(bias.rank() - 1) == columns);
  }
}
