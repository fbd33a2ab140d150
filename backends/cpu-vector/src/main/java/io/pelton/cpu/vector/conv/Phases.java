package io.pelton.cpu.vector.conv;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/** Brings elements that lie a stride apart together. */
final class Phases {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LENGTH = SPECIES.length();
  private static final VectorShuffle<Float> LOW =
      VectorShuffle.fromOp(SPECIES, lane -> 2 * lane % LENGTH);
  private static final VectorMask<Float> HIGH_HALF = VectorMask.fromLong(SPECIES, -1L << LENGTH / 2);

  private Phases() {}

  /** {@code y[k + n] = x[i + n * stride]}. */
  static void copy(float[] x, int i, int stride, float[] y, int k, int count) {
    int n = 0;
    if (stride == 2) {
      // the last element of the second vector is not asked for
      for (; n + LENGTH < count; n += LENGTH) {
        FloatVector first = FloatVector.fromArray(SPECIES, x, i + 2 * n);
        FloatVector second = FloatVector.fromArray(SPECIES, x, i + 2 * n + LENGTH);
        first.rearrange(LOW).blend(second.rearrange(LOW), HIGH_HALF).intoArray(y, k + n);
      }
    }
    for (; n < count; n++) {
      y[k + n] = x[i + n * stride];
    }
  }
}
