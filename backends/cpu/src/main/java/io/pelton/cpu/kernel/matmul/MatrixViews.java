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

  /** Lengths of the last two axes. */
  static long[] matrix(Layout view) {
    return new long[] {view.dim(view.rank() - 2), view.dim(view.rank() - 1)};
  }

  /** True when there is one matrix for all batches. */
  static boolean isSingle(Layout view) {
    return Layout.elements(view.dims()) == Layout.elements(matrix(view));
  }

  /** That matrix. */
  static Layout single(Layout view) {
    int rank = view.rank();
    return Layout.of(matrix(view), new long[] {view.stride(rank - 2), view.stride(rank - 1)}, 0);
  }

  static long[] append(long[] batch, long... matrix) {
    long[] dims = Arrays.copyOf(batch, batch.length + matrix.length);
    System.arraycopy(matrix, 0, dims, batch.length, matrix.length);
    return dims;
  }
}
