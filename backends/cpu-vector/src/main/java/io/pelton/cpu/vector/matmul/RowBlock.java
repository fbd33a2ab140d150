package io.pelton.cpu.vector.matmul;

/**
 * Multiplies a block of rows by panels. Steps over k come in parts: the rows' part goes to tiles,
 * and panel by panel all tiles use it, so that a panel's part stays in the cache meanwhile. Sums
 * wait in the result between parts. Not thread-safe; multiplying allocates nothing.
 */
final class RowBlock {
  private static final float[] ZEROS = new float[Panels.WIDTH];

  private final int inner;
  private final int columns;
  private final int depth;

  /** So few panels that a copy of the rows does not pay. */
  private final boolean isDirect;

  private final float[] tiles;

  /** Sums of the last panel where it has more columns than the result. */
  private final float[] edge;

  /**
   * @param rows of the largest block
   */
  RowBlock(int inner, int columns, int rows) {
    this.inner = inner;
    this.columns = columns;
    this.depth = depth(inner);
    boolean suits = Tiles.ROWS == 6 || inner % 2 == 0;
    this.isDirect = suits && columns <= 2 * Panels.WIDTH;
    this.tiles = new float[rows > 1 ? rows * Tiles.STRIDE : 0];
    this.edge = new float[rows * Panels.WIDTH];
  }

  /** Parts of about the same length, all but the last of whole vectors. */
  private static int depth(int inner) {
    int parts = Math.max(1, (inner + Tiles.DEPTH - 1) / Tiles.DEPTH);
    int even = (inner + parts - 1) / parts;
    return (even + Panels.LENGTH - 1) / Panels.LENGTH * Panels.LENGTH;
  }

  /**
   * @param x rows, one after the other from {@code i} on
   * @param y takes as many from {@code k} on
   */
  void multiply(float[] x, int i, int count, float[] panels, float[] y, int k) {
    if (count == 1) {
      SingleRow.multiply(x, i, inner, columns, panels, edge, y, k);
      return;
    }
    int from = 0;
    do {
      int steps = Math.min(depth, inner - from);
      for (int column = 0; column < columns; column += Panels.WIDTH) {
        multiplyPanel(x, i, count, from, steps, column, panels, y, k);
      }
      from += depth;
    } while (from < inner);
  }

  private void multiplyPanel(
      float[] x,
      int i,
      int count,
      int from,
      int steps,
      int column,
      float[] panels,
      float[] y,
      int k) {
    int left = columns - column;
    int width = Panels.width(left);
    int panel = Panels.start(column, inner) + from * width;
    boolean isRagged = left < width;
    float[] sums = isRagged ? edge : y;
    int stride = isRagged ? width : columns;
    float[] start = from == 0 ? ZEROS : sums;
    int pace = from == 0 ? 0 : stride;
    for (int row = 0; row < count; ) {
      int height = Tiles.height(count - row);
      int source = i + row * inner + from;
      int tile = row * Tiles.STRIDE;
      int target = isRagged ? row * width : k + row * columns + column;
      int origin = from == 0 ? 0 : target;
      boolean isCopied = !isDirect || height < Tiles.ROWS;
      if (isCopied && column == 0) {
        Rows.copy(x, source, inner, height, steps, tiles, tile);
      }
      if (!isCopied) {
        DirectTiles.multiply(
            width, x, source, inner, panels, panel, steps, start, origin, pace, sums, target,
            stride);
      } else if (width == Panels.WIDTH) {
        Tiles.wide(
            height, tiles, tile, panels, panel, steps, start, origin, pace, sums, target, stride);
      } else {
        Tiles.narrow(
            height, tiles, tile, panels, panel, steps, start, origin, pace, sums, target, stride);
      }
      row += height;
    }
    if (isRagged && from + steps == inner) {
      Rows.paste(edge, width, count, left, y, k + column, columns);
    }
  }
}
