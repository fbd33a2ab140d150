package io.pelton.cpu.vector.math;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Looks at a block before a function is computed, so that the loop for ordinary numbers needs
 * neither bounds nor choices: these would be a third of its instructions.
 */
final class Magnitudes {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LENGTH = SPECIES.length();

  private Magnitudes() {}

  /** False where a whole vector's element is beyond the limit, or NaN. */
  static boolean areWithin(float limit, float[] x, int i, int count) {
    IntVector most = IntVector.zero(IntVector.SPECIES_PREFERRED);
    IntVector others = most;
    int whole = SPECIES.loopBound(count);
    int n = 0;
    for (; n < whole - LENGTH; n += 2 * LENGTH) {
      most =
          most.max(
              FloatVector.fromArray(SPECIES, x, i + n).reinterpretAsInts().and(Integer.MAX_VALUE));
      others =
          others.max(
              FloatVector.fromArray(SPECIES, x, i + n + LENGTH)
                  .reinterpretAsInts()
                  .and(Integer.MAX_VALUE));
    }
    if (n < whole) {
      most =
          most.max(
              FloatVector.fromArray(SPECIES, x, i + n).reinterpretAsInts().and(Integer.MAX_VALUE));
    }
    return most.max(others).reduceLanes(VectorOperators.MAX) <= Float.floatToRawIntBits(limit);
  }
}
