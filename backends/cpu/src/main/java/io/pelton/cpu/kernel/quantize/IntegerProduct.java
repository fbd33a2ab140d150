package io.pelton.cpu.kernel.quantize;

import io.pelton.cpu.block.LongBlocks;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;
import java.util.Arrays;

/**
 * Rows of {@code (A - a) * (B - b)} in wrapping 32-bit integers. B's zero points are taken off
 * afterwards, times the sum of A's row. Allocates nothing once made.
 */
final class IntegerProduct {
  private final ByteRows left;
  private final ByteMatrix right;
  private final LongBlocks leftZero;
  private final LongBlocks rightZero;
  private final int rowsPerMatrix;
  private final int allRows;
  private final int inner;
  private final int columns;
  private int loaded = -1;

  /**
   * @param leftZero null where A has none; likewise for B
   * @param result dims of the product
   */
  IntegerProduct(
      NodeSpec node, Operand a, Operand leftZero, Operand b, Operand rightZero, long[] result) {
    Layout rows = Matrices.left(a.layout());
    Layout matrix = Matrices.right(b.layout());
    int vectors = (a.layout().rank() == 1 ? 1 : 0) + (b.layout().rank() == 1 ? 1 : 0);
    long[] batch = Arrays.copyOf(result, result.length - 2 + vectors);
    this.rowsPerMatrix = Math.toIntExact(rows.dim(rows.rank() - 2));
    this.allRows = Math.toIntExact(Layout.elements(batch)) * rowsPerMatrix;
    this.inner = Math.toIntExact(rows.dim(rows.rank() - 1));
    this.columns = Math.toIntExact(matrix.dim(matrix.rank() - 1));
    Layout all = rows.broadcastTo(Matrices.append(batch, rowsPerMatrix, inner));
    this.left = new ByteRows(a, all, inner);
    this.right = ByteMatrix.of(node, b, matrix, batch);
    long[] columnDims = Matrices.append(batch, rowsPerMatrix, 1);
    this.leftZero =
        leftZero == null
            ? null
            : LongBlocks.of(leftZero, column(leftZero.layout()).broadcastTo(columnDims), 1);
    long[] rowDims = Matrices.append(batch, 1, columns);
    this.rightZero =
        rightZero == null
            ? null
            : LongBlocks.of(rightZero, rightZero.layout().broadcastTo(rowDims), columns);
  }

  /** One zero point for each row stands upright; a single one may be anything. */
  private static Layout column(Layout zero) {
    return zero.rank() == 1 && zero.dim(0) != 1
        ? Layout.of(new long[] {zero.dim(0), 1}, new long[] {zero.stride(0), 0}, 0)
        : zero;
  }

  /** Rows of all matrices of the result. */
  int rows() {
    return allRows;
  }

  int columns() {
    return columns;
  }

  int inner() {
    return inner;
  }

  /** What was read of a right operand that may change between runs is forgotten. */
  void begin() {
    loaded = -1;
  }

  /** Computes a row of the result. */
  void row(int row, int[] sum, int at) {
    int batch = row / rowsPerMatrix;
    int matrix = right.isBatched() ? batch : 0;
    if (matrix != loaded) {
      right.read(matrix);
      loaded = matrix;
    }
    int zero = 0;
    if (leftZero != null) {
      leftZero.read(row, 1);
      zero = (int) leftZero.array()[leftZero.at()];
    }
    int[] a = left.read(row * inner, inner, zero);
    right.multiply(a, inner, sum, at, columns);
    if (rightZero != null) {
      int total = 0;
      for (int i = 0; i < inner; i++) {
        total += a[i];
      }
      rightZero.read(batch * columns, columns);
      for (int j = 0; j < columns; j++) {
        sum[at + j] -= total * (int) rightZero.array()[rightZero.at() + j];
      }
    }
  }
}
