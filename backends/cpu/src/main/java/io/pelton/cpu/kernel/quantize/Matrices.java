package io.pelton.cpu.kernel.quantize;

import io.pelton.engine.tensor.Layout;
import java.util.Arrays;

/** Lengths of batched matrices. */
final class Matrices {
  private Matrices() {}

  /** The last lengths of a layout. */
  static long[] last(Layout layout, int count) {
    return Arrays.copyOfRange(layout.dims(), layout.rank() - count, layout.rank());
  }

  static long[] append(long[] batch, long... matrix) {
    long[] dims = Arrays.copyOf(batch, batch.length + matrix.length);
    System.arraycopy(matrix, 0, dims, batch.length, matrix.length);
    return dims;
  }

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
}
