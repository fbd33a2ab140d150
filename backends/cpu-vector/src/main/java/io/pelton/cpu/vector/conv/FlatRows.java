package io.pelton.cpu.vector.conv;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** Rows that lie apart. */
final class FlatRows {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LENGTH = SPECIES.length();

  private FlatRows() {}

  /**
   * Copies rows one behind the other, in whole vectors: what is too much is overwritten by the next
   * rows, and the last ones are copied by their elements.
   *
   * @param rows where they start, from {@code from} on, at least {@code columns} apart
   */
  static void gather(float[] flat, int from, int[] rows, int columns, float[] y, int k) {
    int end = k + rows.length * columns;
    int rounded = (columns + LENGTH - 1) / LENGTH * LENGTH;
    int to = k;
    for (int row : rows) {
      int source = from + row;
      if (to + rounded > end) {
        System.arraycopy(flat, source, y, to, columns);
      } else {
        for (int n = 0; n < columns; n += LENGTH) {
          FloatVector.fromArray(SPECIES, flat, source + n).intoArray(y, to + n);
        }
      }
      to += columns;
    }
  }
}
