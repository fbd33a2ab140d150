package io.pelton.cpu.kernel.sample;

/** Four neighbours of a place in a plane, row by row, and their weights. */
final class Bilinear {
  /** Places in the plane; -1 for neighbours outside. */
  final int[] index = new int[4];

  final double[] weight = new double[4];

  private final int rows;
  private final int columns;

  Bilinear(int rows, int columns) {
    this.rows = rows;
    this.columns = columns;
  }

  /**
   * With ends that repeat for another element.
   *
   * @return false where the place is farther outside
   */
  boolean locateRepeated(double row, double column) {
    boolean isNear = row >= -1 && row <= rows && column >= -1 && column <= columns;
    if (!isNear || rows == 0 || columns == 0) {
      return false;
    }
    double top = Math.min(Math.max(row, 0), rows - 1.0);
    double left = Math.min(Math.max(column, 0), columns - 1.0);
    locate((int) top, (int) left, top - (int) top, left - (int) left);
    for (int i = 0; i < index.length; i++) {
      int below = Math.min((int) top + i / 2, rows - 1);
      int beside = Math.min((int) left + i % 2, columns - 1);
      index[i] = below * columns + beside;
    }
    return true;
  }

  /** With zeros outside. */
  void locate(double row, double column) {
    int top = (int) Math.floor(row);
    int left = (int) Math.floor(column);
    locate(top, left, row - top, column - left);
  }

  private void locate(int top, int left, double down, double right) {
    for (int i = 0; i < index.length; i++) {
      int row = top + i / 2;
      int column = left + i % 2;
      boolean isInside = row >= 0 && row < rows && column >= 0 && column < columns;
      index[i] = isInside ? row * columns + column : -1;
      weight[i] = (i / 2 == 0 ? 1 - down : down) * (i % 2 == 0 ? 1 - right : right);
    }
  }

  double sum(double[] x, int plane) {
    double sum = 0;
    for (int i = 0; i < index.length; i++) {
      if (index[i] >= 0) {
        sum = Math.fma(weight[i], x[plane + index[i]], sum);
      }
    }
    return sum;
  }

  double largestProduct(double[] x, int plane) {
    double largest = weight[0] * x[plane + index[0]];
    for (int i = 1; i < index.length; i++) {
      largest = Math.max(largest, weight[i] * x[plane + index[i]]);
    }
    return largest;
  }
}
