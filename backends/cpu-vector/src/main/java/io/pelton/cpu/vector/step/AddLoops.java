package io.pelton.cpu.vector.step;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** Sums in place. */
final class AddLoops {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;

  private AddLoops() {}

  /** Adds one row of {@code x} to each of {@code y}. */
  static void row(float[] y, int at, float[] x, int from, int rows, int columns) {
    int whole = SPECIES.loopBound(columns);
    for (int row = 0; row < rows; row++) {
      int to = at + row * columns;
      for (int n = 0; n < whole; n += SPECIES.length()) {
        FloatVector.fromArray(SPECIES, y, to + n)
            .add(FloatVector.fromArray(SPECIES, x, from + n))
            .intoArray(y, to + n);
      }
      for (int n = whole; n < columns; n++) {
        y[to + n] += x[from + n];
      }
    }
  }

  /** The same, and what is below 0 becomes 0. */
  static void rowAndRelu(float[] y, int at, float[] x, int from, int rows, int columns) {
    int whole = SPECIES.loopBound(columns);
    for (int row = 0; row < rows; row++) {
      int to = at + row * columns;
      for (int n = 0; n < whole; n += SPECIES.length()) {
        FloatVector sum =
            FloatVector.fromArray(SPECIES, y, to + n)
                .add(FloatVector.fromArray(SPECIES, x, from + n));
        sum.blend(0, sum.lt(0)).intoArray(y, to + n);
      }
      for (int n = whole; n < columns; n++) {
        float sum = y[to + n] + x[from + n];
        y[to + n] = sum < 0 ? 0 : sum;
      }
    }
  }
}
