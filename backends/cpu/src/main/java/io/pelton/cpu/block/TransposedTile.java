package io.pelton.cpu.block;

/**
 * Writes the columns of a small matrix as rows. Full rows are spelled out, since C2 does not unroll
 * loops whose steps it doesn't know.
 */
final class TransposedTile {
  /** Rows of a full tile: of floats, a line of the cache. */
  static final int SIDE = 16;

  private TransposedTile() {}

  static void floats(
      float[] x, int from, int stepX, float[] y, int to, int stepY, int rows, int columns) {
    for (int column = 0; column < columns; column++) {
      int i = from + column;
      int at = to + column * stepY;
      if (rows == SIDE) {
        y[at] = x[i];
        y[at + 1] = x[i + stepX];
        y[at + 2] = x[i + 2 * stepX];
        y[at + 3] = x[i + 3 * stepX];
        y[at + 4] = x[i + 4 * stepX];
        y[at + 5] = x[i + 5 * stepX];
        y[at + 6] = x[i + 6 * stepX];
        y[at + 7] = x[i + 7 * stepX];
        y[at + 8] = x[i + 8 * stepX];
        y[at + 9] = x[i + 9 * stepX];
        y[at + 10] = x[i + 10 * stepX];
        y[at + 11] = x[i + 11 * stepX];
        y[at + 12] = x[i + 12 * stepX];
        y[at + 13] = x[i + 13 * stepX];
        y[at + 14] = x[i + 14 * stepX];
        y[at + 15] = x[i + 15 * stepX];
      } else {
        for (int row = 0; row < rows; row++) {
          y[at + row] = x[i + row * stepX];
        }
      }
    }
  }

  static void doubles(
      double[] x, int from, int stepX, double[] y, int to, int stepY, int rows, int columns) {
    for (int column = 0; column < columns; column++) {
      int i = from + column;
      int at = to + column * stepY;
      if (rows == SIDE) {
        y[at] = x[i];
        y[at + 1] = x[i + stepX];
        y[at + 2] = x[i + 2 * stepX];
        y[at + 3] = x[i + 3 * stepX];
        y[at + 4] = x[i + 4 * stepX];
        y[at + 5] = x[i + 5 * stepX];
        y[at + 6] = x[i + 6 * stepX];
        y[at + 7] = x[i + 7 * stepX];
        y[at + 8] = x[i + 8 * stepX];
        y[at + 9] = x[i + 9 * stepX];
        y[at + 10] = x[i + 10 * stepX];
        y[at + 11] = x[i + 11 * stepX];
        y[at + 12] = x[i + 12 * stepX];
        y[at + 13] = x[i + 13 * stepX];
        y[at + 14] = x[i + 14 * stepX];
        y[at + 15] = x[i + 15 * stepX];
      } else {
        for (int row = 0; row < rows; row++) {
          y[at + row] = x[i + row * stepX];
        }
      }
    }
  }

  static void longs(
      long[] x, int from, int stepX, long[] y, int to, int stepY, int rows, int columns) {
    for (int column = 0; column < columns; column++) {
      int i = from + column;
      int at = to + column * stepY;
      if (rows == SIDE) {
        y[at] = x[i];
        y[at + 1] = x[i + stepX];
        y[at + 2] = x[i + 2 * stepX];
        y[at + 3] = x[i + 3 * stepX];
        y[at + 4] = x[i + 4 * stepX];
        y[at + 5] = x[i + 5 * stepX];
        y[at + 6] = x[i + 6 * stepX];
        y[at + 7] = x[i + 7 * stepX];
        y[at + 8] = x[i + 8 * stepX];
        y[at + 9] = x[i + 9 * stepX];
        y[at + 10] = x[i + 10 * stepX];
        y[at + 11] = x[i + 11 * stepX];
        y[at + 12] = x[i + 12 * stepX];
        y[at + 13] = x[i + 13 * stepX];
        y[at + 14] = x[i + 14 * stepX];
        y[at + 15] = x[i + 15 * stepX];
      } else {
        for (int row = 0; row < rows; row++) {
          y[at + row] = x[i + row * stepX];
        }
      }
    }
  }

  static void ints(
      int[] x, int from, int stepX, int[] y, int to, int stepY, int rows, int columns) {
    for (int column = 0; column < columns; column++) {
      int i = from + column;
      int at = to + column * stepY;
      if (rows == SIDE) {
        y[at] = x[i];
        y[at + 1] = x[i + stepX];
        y[at + 2] = x[i + 2 * stepX];
        y[at + 3] = x[i + 3 * stepX];
        y[at + 4] = x[i + 4 * stepX];
        y[at + 5] = x[i + 5 * stepX];
        y[at + 6] = x[i + 6 * stepX];
        y[at + 7] = x[i + 7 * stepX];
        y[at + 8] = x[i + 8 * stepX];
        y[at + 9] = x[i + 9 * stepX];
        y[at + 10] = x[i + 10 * stepX];
        y[at + 11] = x[i + 11 * stepX];
        y[at + 12] = x[i + 12 * stepX];
        y[at + 13] = x[i + 13 * stepX];
        y[at + 14] = x[i + 14 * stepX];
        y[at + 15] = x[i + 15 * stepX];
      } else {
        for (int row = 0; row < rows; row++) {
          y[at + row] = x[i + row * stepX];
        }
      }
    }
  }

  static void shorts(
      short[] x, int from, int stepX, short[] y, int to, int stepY, int rows, int columns) {
    for (int column = 0; column < columns; column++) {
      int i = from + column;
      int at = to + column * stepY;
      if (rows == SIDE) {
        y[at] = x[i];
        y[at + 1] = x[i + stepX];
        y[at + 2] = x[i + 2 * stepX];
        y[at + 3] = x[i + 3 * stepX];
        y[at + 4] = x[i + 4 * stepX];
        y[at + 5] = x[i + 5 * stepX];
        y[at + 6] = x[i + 6 * stepX];
        y[at + 7] = x[i + 7 * stepX];
        y[at + 8] = x[i + 8 * stepX];
        y[at + 9] = x[i + 9 * stepX];
        y[at + 10] = x[i + 10 * stepX];
        y[at + 11] = x[i + 11 * stepX];
        y[at + 12] = x[i + 12 * stepX];
        y[at + 13] = x[i + 13 * stepX];
        y[at + 14] = x[i + 14 * stepX];
        y[at + 15] = x[i + 15 * stepX];
      } else {
        for (int row = 0; row < rows; row++) {
          y[at + row] = x[i + row * stepX];
        }
      }
    }
  }

  static void bytes(
      byte[] x, int from, int stepX, byte[] y, int to, int stepY, int rows, int columns) {
    for (int column = 0; column < columns; column++) {
      int i = from + column;
      int at = to + column * stepY;
      if (rows == SIDE) {
        y[at] = x[i];
        y[at + 1] = x[i + stepX];
        y[at + 2] = x[i + 2 * stepX];
        y[at + 3] = x[i + 3 * stepX];
        y[at + 4] = x[i + 4 * stepX];
        y[at + 5] = x[i + 5 * stepX];
        y[at + 6] = x[i + 6 * stepX];
        y[at + 7] = x[i + 7 * stepX];
        y[at + 8] = x[i + 8 * stepX];
        y[at + 9] = x[i + 9 * stepX];
        y[at + 10] = x[i + 10 * stepX];
        y[at + 11] = x[i + 11 * stepX];
        y[at + 12] = x[i + 12 * stepX];
        y[at + 13] = x[i + 13 * stepX];
        y[at + 14] = x[i + 14 * stepX];
        y[at + 15] = x[i + 15 * stepX];
      } else {
        for (int row = 0; row < rows; row++) {
          y[at + row] = x[i + row * stepX];
        }
      }
    }
  }
}
