package io.pelton.cpu.vector.reduce;

import io.pelton.cpu.kernel.reduce.RunOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Orders of floats in which what precedes is searched by vectors. */
public final class VectorOrder implements RunOrder<float[]> {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LENGTH = SPECIES.length();

  /** In shorter runs the next is so near that vectors don't pay. */
  private static final int LEAST = 1024;

  private final RunOrder<float[]> scalar;
  private final boolean isDescending;

  private VectorOrder(RunOrder<float[]> scalar, boolean isDescending) {
    this.scalar = scalar;
    this.isDescending = isDescending;
  }

  /** The largest first. */
  public static VectorOrder descending() {
    return new VectorOrder(RunOrder.descending(), true);
  }

  /** The smallest first. */
  public static VectorOrder ascending() {
    return new VectorOrder(RunOrder.ascending(), false);
  }

  @Override
  public boolean precedes(float[] x, int at, int i, int j) {
    return scalar.precedes(x, at, i, j);
  }

  @Override
  public int next(float[] x, int at, int from, int end, int than) {
    if (end < LEAST) {
      return scalar.next(x, at, from, end, than);
    }
    float limit = x[at + than];
    if (Float.isNaN(limit)) {
      return isDescending ? end : scalar.next(x, at, from, end, than);
    }
    int start =
        isDescending ? skipUpTo(x, at, from, end, limit) : skipDownTo(x, at, from, end, limit);
    return scalar.next(x, at, start, end, than);
  }

  /** The first vector, or the rest, with what is larger, or NaN. */
  private static int skipUpTo(float[] x, int at, int from, int end, float limit) {
    int n = from;
    while (n <= end - LENGTH
        && FloatVector.fromArray(SPECIES, x, at + n).compare(VectorOperators.LE, limit).allTrue()) {
      n += LENGTH;
    }
    return n;
  }

  /** The first vector, or the rest, with what is smaller. */
  private static int skipDownTo(float[] x, int at, int from, int end, float limit) {
    int n = from;
    while (n <= end - LENGTH
        && !FloatVector.fromArray(SPECIES, x, at + n)
            .compare(VectorOperators.LT, limit)
            .anyTrue()) {
      n += LENGTH;
    }
    return n;
  }
}
