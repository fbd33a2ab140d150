package io.pelton.cpu.kernel.matmul;

import io.pelton.engine.tensor.Layout;
import java.util.Arrays;

/** Operands of a product seen as matrices. */
final class MatrixViews {
  private MatrixViews() {}

  /** A vector on the left is one row. */
  static Layout left(Layout operand) {
    return operand.rank() == 1 ? operand.broadcastTo(1, operand.dim(0)) : operand;
  }

  /** A vector on the right is one column. */
  static Layout right(Layout operand) {
    return operand.rank() == 1
        ? Layout.of(new long[] {operand.dim(0), 1}, new long[] {operand.stride(0), 0}, 0)
        : operand;
  }

  static long[] append(long[] batch, long... matrix) {
    long[] dims = Arrays.copyOf(batch, batch.length + matrix.length);
    System.arraycopy(matrix, 0, dims, batch.length, matrix.length);
    return dims;
  }
}
