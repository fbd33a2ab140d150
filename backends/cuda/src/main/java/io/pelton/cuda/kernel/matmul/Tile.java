package io.pelton.cuda.kernel.matmul;

/**
 * How many results a block of threads computes. All tiles give the same bits, so that the choice is
 * one of speed alone.
 *
 * <p>A tile's loads grow with its sides and its products with their area: {@link #SQUARE} does 32
 * multiply-adds for each element that it loads, {@link #LARGE} 64, which is what float32 units take
 * before the memory of a multiprocessor is what limits them; but there have to be enough tiles to
 * have one for each multiprocessor. Where there are few rows or columns, time goes to weights that
 * are read once, and to a chain of additions that cannot be split: {@link #FEW_ROWS} and {@link
 * #FEW_COLUMNS} have many small blocks, which read 64 steps ahead.
 */
enum Tile {
  SQUARE("square", 64, 64),
  LARGE("large", 128, 128),
  FEW_ROWS("few_rows", 8, 32),
  FEW_COLUMNS("few_columns", 32, 8);

  /** Of a block, for all tiles. */
  static final int THREADS = 256;

  /** As many as a large device has multiprocessors. */
  private static final long MANY = 128;

  /** Two tiles of {@link #FEW_ROWS}. */
  private static final long FEW = 16;

  private final String label;
  private final int down;
  private final int across;

  Tile(String label, int down, int across) {
    this.label = label;
    this.down = down;
    this.across = across;
  }

  /**
   * @param matrices of so many rows and columns
   */
  static Tile of(long matrices, long rows, long columns) {
    Tile tile = upToSquare(rows, columns);
    boolean isLarge = tile == SQUARE && rows >= LARGE.down && columns >= LARGE.across;
    return isLarge && LARGE.tiles(matrices, rows, columns) >= MANY ? LARGE : tile;
  }

  /** For sums that take more registers, or are limited by other units. */
  static Tile upToSquare(long rows, long columns) {
    if (columns <= FEW && columns < rows) {
      return FEW_COLUMNS;
    }
    return rows <= FEW ? FEW_ROWS : SQUARE;
  }

  /** For so many rows on average, wherever they are. */
  static Tile ofRows(long rows) {
    return rows <= FEW ? FEW_ROWS : SQUARE;
  }

  long tilesDown(long rows) {
    return (rows + down - 1) / down;
  }

  long tilesAcross(long columns) {
    return (columns + across - 1) / across;
  }

  long tiles(long matrices, long rows, long columns) {
    return Math.multiplyExact(matrices, Math.multiplyExact(tilesDown(rows), tilesAcross(columns)));
  }

  /** The kernel for elements of a type, such as {@code f32}. */
  String function(String type) {
    return label + "_" + type;
  }
}
