package io.pelton.cpu.vector.attention;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** What is done to scores of F32. */
final class ScoreLoops {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;

  private ScoreLoops() {}

  /** {@code y = y * factor + x}, each rounded. */
  static void scaleAndAdd(float[] y, int at, int count, float factor, float[] x, int from) {
    FloatVector factors = FloatVector.broadcast(SPECIES, factor);
    int whole = SPECIES.loopBound(count);
    for (int n = 0; n < whole; n += SPECIES.length()) {
      FloatVector.fromArray(SPECIES, y, at + n)
          .mul(factors)
          .add(FloatVector.fromArray(SPECIES, x, from + n))
          .intoArray(y, at + n);
    }
    for (int n = whole; n < count; n++) {
      y[at + n] = y[at + n] * factor + x[from + n];
    }
  }
}
