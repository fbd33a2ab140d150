package io.pelton.cpu.vector.matmul;

/**
 * Multiplies blocks of rows by a matrix that lies in panels. Sums go over k in order, starting from
 * 0. Not thread-safe; multiplying allocates nothing.
 */
public final class PanelProduct {
  private final RowBlock block;

  /**
   * @param rows of the largest block
   */
  public PanelProduct(int inner, int columns, int rows) {
    this.block = new RowBlock(inner, columns, rows);
  }

  /**
   * Rows of a block whose operands and results stay in the cache.
   *
   * @param most of them that there are
   */
  public static int rows(int most, int inner, int columns) {
    return BlockRows.of(most, inner, columns);
  }

  /** Room for the panels of a matrix. */
  public static float[] panels(int inner, int columns) {
    return new float[Panels.size(inner, columns)];
  }

  /**
   * Packs a row-major matrix.
   *
   * @param panels as of {@link #panels}
   */
  public static void pack(float[] matrix, int from, int inner, int columns, float[] panels) {
    Panels.pack(matrix, from, inner, columns, panels);
  }

  /**
   * @param x rows, one after the other
   * @param y takes as many
   */
  public void multiply(float[] x, int i, int count, float[] panels, float[] y, int k) {
    block.multiply(x, i, count, panels, y, k);
  }
}
