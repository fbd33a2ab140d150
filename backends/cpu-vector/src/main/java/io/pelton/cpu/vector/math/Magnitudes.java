package io.pelton.cpu.vector.math;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Tells blocks of ordinary numbers, whose loop needs neither bounds nor choices: these would be a
 * third of its instructions. The loop itself finds the largest magnitude on its way, unless it
 * writes over what has to be read once more where that is too large.
 */
final class Magnitudes {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LENGTH = SPECIES.length();

  private Magnitudes() {}

  /** Whether the loop may be tried: what it reads is left as it is, or is ordinary. */
  static boolean mayTry(float limit, float[] x, int i, float[] y, int k, int count) {
    boolean isApart = x != y || i + count <= k || k + count <= i;
    return isApart || areWithin(limit, x, i, count);
  }

  /**
   * @param most bits with a sign of the largest magnitudes
   */
  static boolean areWithin(float limit, IntVector most) {
    return most.reduceLanes(VectorOperators.MAX) <= Float.floatToRawIntBits(-limit);
  }

  /** False where a whole vector's element is beyond the limit, or NaN. */
  private static boolean areWithin(float limit, float[] x, int i, int count) {
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
