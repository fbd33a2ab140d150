package io.pelton.cpu.vector.math;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Choices between values. */
final class SelectLoops {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;

  private SelectLoops() {}

  /** NaN and -0 stay what they are. */
  static void relu(float[] x, int i, float[] y, int k, int count) {
    int whole = SPECIES.loopBound(count);
    for (int n = 0; n < whole; n += SPECIES.length()) {
      FloatVector v = FloatVector.fromArray(SPECIES, x, i + n);
      v.blend(0, v.lt(0)).intoArray(y, k + n);
    }
    for (int n = whole; n < count; n++) {
      y[k + n] = x[i + n] < 0 ? 0 : x[i + n];
    }
  }

  /** NaN stays NaN, -0 becomes 0. */
  static void sign(float[] x, int i, float[] y, int k, int count) {
    int whole = SPECIES.loopBound(count);
    for (int n = 0; n < whole; n += SPECIES.length()) {
      FloatVector v = FloatVector.fromArray(SPECIES, x, i + n);
      VectorMask<Float> isZero = v.compare(VectorOperators.EQ, 0);
      VectorMask<Float> isPositive = v.compare(VectorOperators.GT, 0);
      v.blend(0, isZero).blend(1, isPositive).blend(-1, v.lt(0)).intoArray(y, k + n);
    }
    for (int n = whole; n < count; n++) {
      y[k + n] = x[i + n] > 0 ? 1 : x[i + n] < 0 ? -1 : x[i + n] == 0 ? 0 : x[i + n];
    }
  }

  /** NaN stays NaN; a bound that is NaN holds nothing back. */
  static void clip(float[] x, int i, float[] bounds, float[] y, int k, int count) {
    float low = bounds[0];
    float high = bounds[1];
    int whole = SPECIES.loopBound(count);
    for (int n = 0; n < whole; n += SPECIES.length()) {
      FloatVector v = FloatVector.fromArray(SPECIES, x, i + n);
      FloatVector raised = v.blend(low, v.lt(low));
      raised.blend(high, raised.compare(VectorOperators.GT, high)).intoArray(y, k + n);
    }
    for (int n = whole; n < count; n++) {
      float raised = x[i + n] < low ? low : x[i + n];
      y[k + n] = raised > high ? high : raised;
    }
  }
}
