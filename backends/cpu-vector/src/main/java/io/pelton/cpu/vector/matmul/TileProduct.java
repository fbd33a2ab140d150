package io.pelton.cpu.vector.matmul;

/**
 * Multiplies a tile of rows by a matrix that changes between runs. A tile has its rows {@link
 * #STRIDE} apart, in parts of {@link #DEPTH} columns, each part behind the other. Not thread-safe.
 */
public final class TileProduct {
  /** Rows of a tile, at most. */
  public static final int ROWS = Tiles.ROWS;

  /** Columns of a part of a tile. */
  public static final int DEPTH = Tiles.DEPTH;

  public static final int STRIDE = Tiles.STRIDE;

  private static final float[] ZEROS = new float[Panels.WIDTH];

  private final float[] panels;
  private final int inner;
  private final int columns;
  private final float[] edge = new float[ROWS * Panels.WIDTH];

  public TileProduct(int inner, int columns) {
    this.inner = inner;
    this.columns = columns;
    this.panels = new float[Panels.size(inner, columns)];
  }

  /** An array for a tile of rows of that length. */
  public static float[] tile(int columns) {
    return new float[part(columns + DEPTH)];
  }

  /** Where the part starts in which the column is. */
  public static int part(int column) {
    return column / DEPTH * ROWS * STRIDE;
  }

  /** Takes a matrix, row-major. */
  public void load(float[] matrix, int from) {
    Panels.pack(matrix, from, inner, columns, panels);
  }

  /** Takes a matrix, column after column. */
  public void loadColumns(float[] matrix, int from) {
    Panels.packColumns(matrix, from, inner, columns, panels);
  }

  /** Makes a tile of rows that lie one behind the other. */
  public void copy(float[] x, int i, int rows, float[] tile) {
    for (int from = 0; from < inner; from += DEPTH) {
      int count = Math.min(DEPTH, inner - from);
      Rows.copy(x, i + from, inner, rows, count, tile, part(from));
    }
  }

  /** To a tile. */
  public void toTile(float[] tile, int rows, float[] y) {
    for (int column = 0; column < columns; column += Panels.WIDTH) {
      multiplyPanel(tile, rows, column, y, part(column) + column % DEPTH, STRIDE);
    }
  }

  /** To rows that lie one behind the other. */
  public void toRows(float[] tile, int rows, float[] y, int k) {
    for (int column = 0; column < columns; column += Panels.WIDTH) {
      int left = columns - column;
      if (left < Panels.width(left)) {
        multiplyPanel(tile, rows, column, edge, 0, Panels.WIDTH);
        Rows.paste(edge, Panels.WIDTH, rows, left, y, k + column, columns);
      } else {
        multiplyPanel(tile, rows, column, y, k + column, columns);
      }
    }
  }

  /** Sums over k in order, starting from 0. */
  private void multiplyPanel(float[] tile, int rows, int column, float[] y, int k, int stride) {
    int width = Panels.width(columns - column);
    int from = 0;
    do {
      int steps = Math.min(DEPTH, inner - from);
      int panel = Panels.start(column, inner) + from * width;
      float[] start = from == 0 ? ZEROS : y;
      int pace = from == 0 ? 0 : stride;
      for (int row = 0; row < rows; ) {
        int height = Tiles.height(rows - row);
        int at = part(from) + row * STRIDE;
        int to = k + row * stride;
        int origin = from == 0 ? 0 : to;
        if (width == Panels.WIDTH) {
          Tiles.wide(height, tile, at, panels, panel, steps, start, origin, pace, y, to, stride);
        } else {
          Tiles.narrow(height, tile, at, panels, panel, steps, start, origin, pace, y, to, stride);
        }
        row += height;
      }
      from += DEPTH;
    } while (from < inner);
  }
}
