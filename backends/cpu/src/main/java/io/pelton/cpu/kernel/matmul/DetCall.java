package io.pelton.cpu.kernel.matmul;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Output;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.kernel.Call;

/** Determinants, matrix after matrix. */
final class DetCall implements Call {
  private final Rows rows;
  private final int side;
  private final Blocks<double[]> x;
  private final Output<double[]> out;
  private final double[] matrix;

  /**
   * @param x a block is one matrix
   */
  DetCall(Rows rows, int side, Blocks<double[]> x, Output<double[]> out) {
    this.rows = rows;
    this.side = side;
    this.x = x;
    this.out = out;
    this.matrix = new double[side * side];
  }

  @Override
  public void run(int activeRows) {
    int end = rows.elements(activeRows);
    for (int index = 0; index < end; index++) {
      x.read(index * matrix.length, matrix.length);
      System.arraycopy(x.array(), x.at(), matrix, 0, matrix.length);
      out.open(index, 1);
      out.array()[out.at()] = determinant();
      out.commit();
    }
  }

  /** The product of the pivots, whose sign turns with every exchange of rows; never -0. */
  private double determinant() {
    double product = 1;
    for (int column = 0; column < side; column++) {
      int pivot = pivot(column);
      if (pivot != column) {
        exchange(pivot, column);
        product = -product;
      }
      double value = matrix[column * side + column];
      product *= value;
      // a pivot of 0 stands above zeros
      for (int row = column + 1; row < side && value != 0; row++) {
        eliminate(row, column, matrix[row * side + column] / value);
      }
    }
    return product + 0.0;
  }

  /** The row, from the column's own on, with the largest element; the first one that is NaN. */
  private int pivot(int column) {
    int best = column;
    for (int row = column; row < side; row++) {
      double magnitude = Math.abs(matrix[row * side + column]);
      if (Double.isNaN(magnitude)) {
        return row;
      }
      if (magnitude > Math.abs(matrix[best * side + column])) {
        best = row;
      }
    }
    return best;
  }

  private void exchange(int row, int other) {
    for (int column = 0; column < side; column++) {
      double value = matrix[row * side + column];
      matrix[row * side + column] = matrix[other * side + column];
      matrix[other * side + column] = value;
    }
  }

  private void eliminate(int row, int pivot, double factor) {
    for (int column = pivot + 1; column < side; column++) {
      int at = row * side + column;
      matrix[at] = Math.fma(-factor, matrix[pivot * side + column], matrix[at]);
    }
  }
}
