package io.pelton.cpu.vector.matmul;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** Copies parts of rows to tiles and back. */
final class Rows {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;

  private Rows() {}

  /**
   * To a tile.
   *
   * @param inner from a row of {@code x} to the next
   * @param count of each row
   */
  static void copy(float[] x, int i, int inner, int rows, int count, float[] tile, int at) {
    int whole = SPECIES.loopBound(count);
    for (int r = 0; r < rows; r++) {
      int from = i + r * inner;
      int to = at + r * Tiles.STRIDE;
      for (int n = 0; n < whole; n += SPECIES.length()) {
        FloatVector.fromArray(SPECIES, x, from + n).intoArray(tile, to + n);
      }
      for (int n = whole; n < count; n++) {
        tile[to + n] = x[from + n];
      }
    }
  }

  /**
   * From a panel's sums to columns of the result.
   *
   * @param width from a row of {@code sums} to the next
   * @param count of each row
   * @param columns from a row of {@code y} to the next
   */
  static void paste(float[] sums, int width, int rows, int count, float[] y, int k, int columns) {
    for (int r = 0; r < rows; r++) {
      int from = r * width;
      int to = k + r * columns;
      for (int n = 0; n < count; n++) {
        y[to + n] = sums[from + n];
      }
    }
  }
}
