package io.pelton.cpu.kernel.quantize;

import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/** MatMulInteger. */
final class MatMulIntegerKernel implements FixedKernel {
  private final IntegerMultiplication multiplication;

  MatMulIntegerKernel(IntegerMultiplication multiplication) {
    this.multiplication = multiplication;
  }

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    Operand a = Parameters.optional(in, 2);
    Operand b = Parameters.optional(in, 3);
    long[] result = out[0].layout().dims();
    IntegerFactors factors = IntegerFactors.of(node, in[0], a, in[1], b, result);
    IntegerRows product = multiplication.bind(factors);
    int rowsPerRow = factors.rows() / node.rows();
    int columns = factors.columns();
    return active -> {
      product.begin();
      int end = active * rowsPerRow;
      for (int row = 0; row < end; row += product.block()) {
        int count = Math.min(product.block(), end - row);
        product.integers(row, count, out[0].ints(), out[0].base() + row * columns);
      }
    };
  }
}
