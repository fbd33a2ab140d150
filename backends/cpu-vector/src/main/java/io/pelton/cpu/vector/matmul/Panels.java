package io.pelton.cpu.vector.matmul;

import jdk.incubator.vector.FloatVector;

/**
 * A matrix in panels: {@code panel[k * WIDTH + j]} is row k, column j of {@link #WIDTH} columns;
 * the last panel is filled up with zeros.
 */
final class Panels {
  /** Columns of a panel: two vectors. */
  static final int WIDTH = 2 * FloatVector.SPECIES_PREFERRED.length();

  private Panels() {}

  static int count(int columns) {
    return (columns + WIDTH - 1) / WIDTH;
  }

  /** Floats that a matrix takes. */
  static int size(int inner, int columns) {
    return Math.multiplyExact(Math.multiplyExact(count(columns), WIDTH), inner);
  }

  /**
   * Packs a row-major matrix.
   *
   * @param panels what lies behind the last column must be 0, and stays so
   */
  static void pack(float[] matrix, int from, int inner, int columns, float[] panels) {
    for (int column = 0; column < columns; column += WIDTH) {
      int width = Math.min(WIDTH, columns - column);
      int panel = column * inner;
      for (int k = 0; k < inner; k++) {
        System.arraycopy(matrix, from + k * columns + column, panels, panel + k * WIDTH, width);
      }
    }
  }
}
