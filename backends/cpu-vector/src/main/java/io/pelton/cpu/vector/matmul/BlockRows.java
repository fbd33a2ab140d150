package io.pelton.cpu.vector.matmul;

/** How many rows are multiplied at once. */
final class BlockRows {
  /** Elements of a right matrix that is read again for a few rows at little cost. */
  private static final int NEAR = 1 << 16;

  private BlockRows() {}

  /**
   * As many in each block, where there are several, in whole tiles. By a near matrix, so few that
   * rows and results stay in the first-level cache between the copy to tiles, the panels and the
   * epilogue; by others, so many that the second-level cache holds them while all panels go by.
   */
  static int of(int most, int inner, int columns) {
    int limit =
        (long) inner * columns <= NEAR
            ? limit(2, Math.min((1 << 14) / inner, (1 << 12) / columns))
            : limit(6, (1 << 17) / columns);
    int blocks = Math.max(1, (most + limit - 1) / limit);
    int even = (most + blocks - 1) / blocks;
    int tiles = (even + Tiles.ROWS - 1) / Tiles.ROWS;
    return Math.max(1, Math.min(most, tiles * Tiles.ROWS));
  }

  private static int limit(int leastTiles, int rows) {
    return Math.max(leastTiles * Tiles.ROWS, Math.min(24 * Tiles.ROWS, rows));
  }
}
