package io.pelton.cpu.vector.matmul;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Output;
import io.pelton.cpu.kernel.matmul.Epilogue;
import io.pelton.cpu.kernel.matmul.ProductShape;
import io.pelton.engine.kernel.Call;

/**
 * Multiplies blocks of rows by panels. A panel stays in the cache while all tiles of a block use it.
 */
final class PanelCall implements Call {
  /** Rows of a large block: a whole number of tiles, whose packed rows fit the second-level cache. */
  static final int ROWS = 12 * Tiles.ROWS;

  private final ProductShape shape;
  private final int rows;
  private final Blocks<float[]> left;
  private final RightPanels right;
  private final Output<float[]> out;
  private final Epilogue<float[]> epilogue;
  private final float[] tiles;
  private final float[] edge = new float[Tiles.ROWS * Panels.WIDTH];

  /**
   * @param rows of a block
   * @param left reads as many
   * @param out writes as many
   */
  PanelCall(
      ProductShape shape,
      int rows,
      Blocks<float[]> left,
      RightPanels right,
      Output<float[]> out,
      Epilogue<float[]> epilogue) {
    this.shape = shape;
    this.left = left;
    this.right = right;
    this.out = out;
    this.epilogue = epilogue;
    this.rows = rows;
    this.tiles = new float[rows > 1 ? rows * shape.inner() : 0];
  }

  @Override
  public void run(int activeRows) {
    int end = activeRows * shape.matrixRowsPerRow();
    if (end == 0) {
      return;
    }
    if (!right.isBatched()) {
      right.load(0);
      multiply(0, end);
      return;
    }
    for (int row = 0; row < end; row += shape.matrixRows()) {
      right.load(row / shape.matrixRows());
      multiply(row, Math.min(end, row + shape.matrixRows()));
    }
  }

  private void multiply(int from, int to) {
    int inner = shape.inner();
    int columns = shape.columns();
    for (int row = from; row < to; row += rows) {
      int count = Math.min(rows, to - row);
      left.read(row * inner, count * inner);
      out.open(row * columns, count * columns);
      if (count == 1) {
        multiplyRow();
      } else {
        packTiles(count);
        for (int column = 0; column < columns; column += Panels.WIDTH) {
          multiplyPanel(column, count);
        }
      }
      for (int r = 0; r < count; r++) {
        epilogue.apply(row + r, out.array(), out.at() + r * columns, columns);
      }
      out.commit();
    }
  }

  private void packTiles(int count) {
    int inner = shape.inner();
    float[] x = left.array();
    for (int row = 0; row < count; ) {
      int height = Tiles.height(count - row);
      for (int r = 0; r < height; r++) {
        int source = left.at() + (row + r) * inner;
        int target = row * inner + r;
        for (int k = 0; k < inner; k++) {
          tiles[target + k * height] = x[source + k];
        }
      }
      row += height;
    }
  }

  private void multiplyPanel(int column, int count) {
    int inner = shape.inner();
    int columns = shape.columns();
    int width = Math.min(Panels.WIDTH, columns - column);
    for (int row = 0; row < count; ) {
      int height = Tiles.height(count - row);
      int target = out.at() + row * columns + column;
      int panel = column * inner;
      if (width == Panels.WIDTH) {
        Tiles.multiply(
            height, tiles, row * inner, right.array(), panel, inner, out.array(), target, columns);
      } else {
        Tiles.multiply(
            height, tiles, row * inner, right.array(), panel, inner, edge, 0, Panels.WIDTH);
        for (int r = 0; r < height; r++) {
          System.arraycopy(edge, r * Panels.WIDTH, out.array(), target + r * columns, width);
        }
      }
      row += height;
    }
  }

  /** Several panels at once, so that enough sums are under way. */
  private void multiplyRow() {
    int inner = shape.inner();
    int columns = shape.columns();
    int column = 0;
    for (; column + 4 * Panels.WIDTH <= columns; column += 4 * Panels.WIDTH) {
      Tiles.rowOfFour(
          left.array(),
          left.at(),
          right.array(),
          column * inner,
          inner,
          Panels.WIDTH * inner,
          out.array(),
          out.at() + column);
    }
    for (; column < columns; column += Panels.WIDTH) {
      int width = Math.min(Panels.WIDTH, columns - column);
      Tiles.rows1(left.array(), left.at(), right.array(), column * inner, inner, edge, 0);
      System.arraycopy(edge, 0, out.array(), out.at() + column, width);
    }
  }
}
