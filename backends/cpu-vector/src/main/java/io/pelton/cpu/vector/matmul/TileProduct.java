package io.pelton.cpu.vector.matmul;

/** Multiplies a few rows by a matrix that changes between runs. Not thread-safe. */
public final class TileProduct {
  /** Rows that are multiplied at once, at most. */
  public static final int ROWS = Tiles.ROWS;

  private final RowBlock tile;
  private final float[] panels;
  private final int inner;
  private final int columns;

  public TileProduct(int inner, int columns) {
    this.inner = inner;
    this.columns = columns;
    this.tile = new RowBlock(inner, columns, ROWS);
    this.panels = new float[Panels.size(inner, columns)];
  }

  /** Takes a matrix, row-major. */
  public void load(float[] matrix, int from) {
    Panels.pack(matrix, from, inner, columns, panels);
  }

  /**
   * Sums over k in order, starting from 0.
   *
   * @param x rows, one after the other
   * @param y takes as many
   */
  public void multiply(float[] x, int i, int rows, float[] y, int k) {
    tile.multiply(x, i, rows, panels, y, k);
  }
}
