package io.pelton.cpu.vector.matmul;

/**
 * Multiplies a block of rows by panels: packs the rows in tiles, and takes panel by panel, so that
 * a panel stays in the cache while all tiles use it. Not thread-safe; multiplying allocates
 * nothing.
 */
final class RowBlock {
  private final int inner;
  private final int columns;
  private final float[] tiles;
  private final float[] edge = new float[Tiles.ROWS * Panels.WIDTH];

  /**
   * @param rows of the largest block
   */
  RowBlock(int inner, int columns, int rows) {
    this.inner = inner;
    this.columns = columns;
    this.tiles = new float[rows > 1 ? rows * inner : 0];
  }

  void multiply(float[] x, int i, int count, float[] panels, float[] y, int k) {
    if (count == 1) {
      multiplyRow(x, i, panels, y, k);
      return;
    }
    pack(x, i, count);
    for (int column = 0; column < columns; column += Panels.WIDTH) {
      multiplyPanel(column, count, panels, y, k);
    }
  }

  private void pack(float[] x, int i, int count) {
    for (int row = 0; row < count; ) {
      int height = Tiles.height(count - row);
      for (int r = 0; r < height; r++) {
        int source = i + (row + r) * inner;
        int target = row * inner + r;
        for (int k = 0; k < inner; k++) {
          tiles[target + k * height] = x[source + k];
        }
      }
      row += height;
    }
  }

  private void multiplyPanel(int column, int count, float[] panels, float[] y, int k) {
    int width = Math.min(Panels.WIDTH, columns - column);
    for (int row = 0; row < count; ) {
      int height = Tiles.height(count - row);
      int target = k + row * columns + column;
      int panel = column * inner;
      if (width == Panels.WIDTH) {
        Tiles.multiply(height, tiles, row * inner, panels, panel, inner, y, target, columns);
      } else {
        Tiles.multiply(height, tiles, row * inner, panels, panel, inner, edge, 0, Panels.WIDTH);
        for (int r = 0; r < height; r++) {
          System.arraycopy(edge, r * Panels.WIDTH, y, target + r * columns, width);
        }
      }
      row += height;
    }
  }

  /** Several panels at once, so that enough sums are under way. */
  private void multiplyRow(float[] x, int i, float[] panels, float[] y, int k) {
    int column = 0;
    for (; column + 4 * Panels.WIDTH <= columns; column += 4 * Panels.WIDTH) {
      Tiles.rowOfFour(x, i, panels, column * inner, inner, Panels.WIDTH * inner, y, k + column);
    }
    for (; column < columns; column += Panels.WIDTH) {
      int width = Math.min(Panels.WIDTH, columns - column);
      Tiles.rows1(x, i, panels, column * inner, inner, edge, 0);
      System.arraycopy(edge, 0, y, k + column, width);
    }
  }
}
