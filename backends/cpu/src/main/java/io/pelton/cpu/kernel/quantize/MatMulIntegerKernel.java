package io.pelton.cpu.kernel.quantize;

import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/** MatMulInteger. */
final class MatMulIntegerKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    Operand a = Parameters.optional(in, 2);
    Operand b = Parameters.optional(in, 3);
    long[] result = out[0].layout().dims();
    IntegerProduct product = new IntegerProduct(node, in[0], a, in[1], b, result);
    int rowsPerRow = product.rows() / node.rows();
    return active -> {
      product.begin();
      int[] target = out[0].ints();
      for (int row = 0; row < active * rowsPerRow; row++) {
        product.row(row, target, out[0].base() + row * product.columns());
      }
    };
  }
}
