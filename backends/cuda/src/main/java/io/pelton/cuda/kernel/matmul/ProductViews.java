package io.pelton.cuda.kernel.matmul;

import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;
import java.util.Arrays;

/**
 * The operands of a product, all seen with the same axes.
 *
 * @param batch lengths of the batch axes of the result
 * @param left [batch..., rows, inner]
 * @param right [batch..., inner, columns]
 */
record ProductViews(long[] batch, Layout left, Layout right) {
  /**
   * By the rules of NumPy's {@code matmul}: a vector on the left is a row, one on the right a
   * column.
   */
  static ProductViews of(Layout left, Layout right, Layout out) {
    int vectors = (left.rank() == 1 ? 1 : 0) + (right.rank() == 1 ? 1 : 0);
    long[] batch = Arrays.copyOf(out.dims(), out.rank() - 2 + vectors);
    Layout rows = left.rank() == 1 ? left.broadcastTo(1, left.dim(0)) : left;
    Layout columns =
        right.rank() == 1
            ? Layout.of(new long[] {right.dim(0), 1}, new long[] {right.stride(0), 0}, 0)
            : right;
    return ofMatrices(batch, rows, columns);
  }

  /**
   * @param left [..., rows, inner]
   * @param right [..., inner, columns]
   */
  static ProductViews ofMatrices(long[] batch, Layout left, Layout right) {
    return new ProductViews(batch, broadcast(batch, left), broadcast(batch, right));
  }

  private static Layout broadcast(long[] batch, Layout matrix) {
    return matrix.broadcastTo(
        append(batch, matrix.dim(matrix.rank() - 2), matrix.dim(matrix.rank() - 1)));
  }

  private static long[] append(long[] batch, long rows, long columns) {
    long[] dims = Arrays.copyOf(batch, batch.length + 2);
    dims[batch.length] = rows;
    dims[batch.length + 1] = columns;
    return dims;
  }

  long rows() {
    return left.dim(batch.length);
  }

  long inner() {
    return left.dim(batch.length + 1);
  }

  long columns() {
    return right.dim(batch.length + 1);
  }

  /** Strides of the right operand along the batch axes and the rows of the result. */
  long[] rightStrides() {
    return withoutRows(right);
  }

  /** Strides of an operand that has the same for all rows of a matrix of the result. */
  long[] withoutRows(Layout operand) {
    long[] strides = operand.strides();
    strides[batch.length] = 0;
    return strides;
  }

  /** Lengths of the batch axes and of the rows. */
  long[] rowLengths() {
    return Arrays.copyOf(left.dims(), batch.length + 1);
  }

  /**
   * An operand that broadcasts to the result, as [batch..., rows, columns]; strides of an absent
   * one are 0.
   *
   * @param out not empty
   */
  Layout summand(Operand operand, Layout out) {
    long[] dims = append(batch, rows(), columns());
    return operand == null
        ? Layout.of(dims, new long[dims.length], 0)
        : operand.layout().broadcastTo(out.dims()).reshape(dims).orElseThrow();
  }

  /**
   * Zero points of the left operand as [batch..., rows, 1]: a single one, one for each row, or of
   * that shape already.
   */
  Layout columnOfZeros(Operand zeros) {
    Layout layout = zeros == null ? Layout.contiguous() : zeros.layout();
    Layout column =
        layout.rank() == 1 && layout.dim(0) != 1
            ? Layout.of(new long[] {layout.dim(0), 1}, new long[] {layout.stride(0), 0}, 0)
            : layout;
    return column.broadcastTo(append(batch, rows(), 1));
  }

  /** Zero points of the right operand as [batch..., 1, columns]. */
  Layout rowOfZeros(Operand zeros) {
    Layout layout = zeros == null ? Layout.contiguous() : zeros.layout();
    return layout.broadcastTo(append(batch, 1, columns()));
  }
}
