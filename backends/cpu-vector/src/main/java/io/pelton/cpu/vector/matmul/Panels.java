package io.pelton.cpu.vector.matmul;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * A matrix in panels of {@link #WIDTH} columns: row k, column j of a panel lies at {@code k * width
 * + j} from its start. The last panel is one vector wide where that is enough, and filled up with
 * zeros.
 */
final class Panels {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;

  static final int LENGTH = SPECIES.length();

  /** Columns of a panel: two vectors. */
  static final int WIDTH = 2 * LENGTH;

  /**
   * Where the first panel starts. The garbage collector G1 gives a large array regions of its own,
   * so that its elements begin 16 bytes behind a multiple of a cache line; from here on, no vector
   * of a panel crosses from one line to the next.
   */
  private static final int ORIGIN = 12;

  private Panels() {}

  /** Floats that a matrix takes. */
  static int size(int inner, int columns) {
    int rest = columns % WIDTH;
    int width = columns - rest + (rest == 0 ? 0 : width(rest));
    return Math.addExact(ORIGIN, Math.multiplyExact(width, inner));
  }

  /** Columns of the panel that starts where so many are left. */
  static int width(int left) {
    return left > LENGTH ? WIDTH : LENGTH;
  }

  /** Where the panel that begins with a column lies. */
  static int start(int column, int inner) {
    return ORIGIN + column * inner;
  }

  /**
   * Packs a row-major matrix, over and over: whole panels by vectors, since a call for each of
   * their short rows would take longer.
   *
   * @param panels what lies behind the last column must be 0, and stays so
   */
  static void pack(float[] matrix, int from, int inner, int columns, float[] panels) {
    int whole = columns - columns % WIDTH;
    for (int column = 0; column < whole; column += WIDTH) {
      copy(matrix, from + column, inner, columns, panels, start(column, inner));
    }
    packColumnsFrom(whole, matrix, from, 0, inner, inner, columns, panels);
  }

  private static void copy(
      float[] matrix, int from, int inner, int columns, float[] panels, int panel) {
    for (int k = 0; k < inner; k++) {
      int source = from + k * columns;
      int target = panel + k * WIDTH;
      FloatVector.fromArray(SPECIES, matrix, source).intoArray(panels, target);
      FloatVector.fromArray(SPECIES, matrix, source + LENGTH).intoArray(panels, target + LENGTH);
    }
  }

  /**
   * Packs some of the rows of a matrix, once: vectors would be slow, and make garbage, until they
   * are compiled.
   *
   * @param from where they begin
   * @param first number of the first one
   * @param count how many there are
   */
  static void packRows(
      float[] rows, int from, int first, int count, int inner, int columns, float[] panels) {
    packColumnsFrom(0, rows, from, first, count, inner, columns, panels);
  }

  private static void packColumnsFrom(
      int begin,
      float[] rows,
      int from,
      int first,
      int count,
      int inner,
      int columns,
      float[] panels) {
    for (int column = begin; column < columns; column += WIDTH) {
      int width = width(columns - column);
      int used = Math.min(width, columns - column);
      int panel = start(column, inner) + first * width;
      for (int k = 0; k < count; k++) {
        System.arraycopy(rows, from + k * columns + column, panels, panel + k * width, used);
      }
    }
  }

  /** Packs a matrix whose columns lie one behind the other. */
  static void packColumns(float[] matrix, int from, int inner, int columns, float[] panels) {
    for (int column = 0; column < columns; column += WIDTH) {
      int width = width(columns - column);
      int count = Math.min(width, columns - column);
      int panel = start(column, inner);
      for (int j = 0; j < count; j++) {
        int source = from + (column + j) * inner;
        int target = panel + j;
        for (int k = 0; k < inner; k++) {
          panels[target + k * width] = matrix[source + k];
        }
      }
    }
  }
}
