package io.pelton.cpu.kernel.quantize;

import io.pelton.cpu.block.LongBlocks;

/** Row by row. B's zero points are taken off afterwards, times the sum of A's row. */
final class IntegerProduct implements IntegerRows {
  private final ByteRows left;
  private final ByteMatrix right;
  private final LongBlocks leftZero;
  private final LongBlocks rightZero;
  private final int rowsPerMatrix;
  private final int inner;
  private final int columns;
  private final int[] sums;
  private int loaded = -1;

  IntegerProduct(IntegerFactors factors) {
    this.rowsPerMatrix = factors.matrixRows();
    this.inner = factors.inner();
    this.columns = factors.columns();
    this.left = new ByteRows(factors.left(), factors.leftView(), inner);
    this.right = ByteMatrix.of(factors);
    this.leftZero = factors.leftZeros();
    this.rightZero = factors.rightZeros();
    this.sums = new int[columns];
  }

  @Override
  public int block() {
    return 1;
  }

  @Override
  public void begin() {
    loaded = -1;
  }

  @Override
  public void integers(int row, int count, int[] y, int at) {
    for (int r = 0; r < count; r++) {
      row(row + r, y, at + r * columns);
    }
  }

  @Override
  public void scaled(int row, int count, float[] factors, float[] bias, float[] y, int at) {
    for (int r = 0; r < count; r++) {
      row(row + r, sums, 0);
      int to = at + r * columns;
      for (int j = 0; j < columns; j++) {
        y[to + j] = sums[j] * factors[j];
      }
      for (int j = 0; j < columns && bias != null; j++) {
        y[to + j] += bias[j];
      }
    }
  }

  private void row(int row, int[] sum, int at) {
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
