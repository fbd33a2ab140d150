package io.pelton.cpu.vector.reduce;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Where the largest float is: its value first, then the place that has it. */
public final class VectorLargest {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LENGTH = SPECIES.length();

  private VectorLargest() {}

  /** The first of the largest. */
  public static int first(float[] x, int at, int count) {
    float largest = ExtremeRuns.max(x, at, count, Float.NEGATIVE_INFINITY);
    boolean isNan = Float.isNaN(largest);
    int whole = SPECIES.loopBound(count);
    int n = 0;
    while (n < whole && !has(x, at + n, largest, isNan)) {
      n += LENGTH;
    }
    while (!is(x[at + n], largest, isNan)) {
      n++;
    }
    return n;
  }

  /** The last of the largest. */
  public static int last(float[] x, int at, int count) {
    float largest = ExtremeRuns.max(x, at, count, Float.NEGATIVE_INFINITY);
    boolean isNan = Float.isNaN(largest);
    int end = count;
    while (end >= LENGTH && !has(x, at + end - LENGTH, largest, isNan)) {
      end -= LENGTH;
    }
    while (!is(x[at + end - 1], largest, isNan)) {
      end--;
    }
    return end - 1;
  }

  private static boolean has(float[] x, int at, float largest, boolean isNan) {
    FloatVector v = FloatVector.fromArray(SPECIES, x, at);
    VectorMask<Float> found =
        isNan ? v.compare(VectorOperators.NE, v) : v.compare(VectorOperators.EQ, largest);
    return found.anyTrue();
  }

  private static boolean is(float value, float largest, boolean isNan) {
    return isNan ? Float.isNaN(value) : value == largest;
  }
}
