package io.pelton.cpu.vector.math;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Choices between values. */
final class SelectLoops {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LENGTH = SPECIES.length();

  private SelectLoops() {}

  /** NaN and -0 stay what they are. */
  static void relu(float[] x, int i, float[] y, int k, int count) {
    int whole = SPECIES.loopBound(count);
    int n = 0;
    for (; n <= whole - 4 * LENGTH; n += 4 * LENGTH) {
      FloatVector v0 = FloatVector.fromArray(SPECIES, x, i + n);
      v0.blend(0, v0.lt(0)).intoArray(y, k + n);
      FloatVector v1 = FloatVector.fromArray(SPECIES, x, i + n + LENGTH);
      v1.blend(0, v1.lt(0)).intoArray(y, k + n + LENGTH);
      FloatVector v2 = FloatVector.fromArray(SPECIES, x, i + n + 2 * LENGTH);
      v2.blend(0, v2.lt(0)).intoArray(y, k + n + 2 * LENGTH);
      FloatVector v3 = FloatVector.fromArray(SPECIES, x, i + n + 3 * LENGTH);
      v3.blend(0, v3.lt(0)).intoArray(y, k + n + 3 * LENGTH);
    }
    for (; n < whole; n += LENGTH) {
      FloatVector v0 = FloatVector.fromArray(SPECIES, x, i + n);
      v0.blend(0, v0.lt(0)).intoArray(y, k + n);
    }
    for (; n < count; n++) {
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
    int n = 0;
    for (; n <= whole - 4 * LENGTH; n += 4 * LENGTH) {
      FloatVector v0 = FloatVector.fromArray(SPECIES, x, i + n);
      FloatVector r0 = v0.blend(low, v0.lt(low));
      r0.blend(high, r0.compare(VectorOperators.GT, high)).intoArray(y, k + n);
      FloatVector v1 = FloatVector.fromArray(SPECIES, x, i + n + LENGTH);
      FloatVector r1 = v1.blend(low, v1.lt(low));
      r1.blend(high, r1.compare(VectorOperators.GT, high)).intoArray(y, k + n + LENGTH);
      FloatVector v2 = FloatVector.fromArray(SPECIES, x, i + n + 2 * LENGTH);
      FloatVector r2 = v2.blend(low, v2.lt(low));
      r2.blend(high, r2.compare(VectorOperators.GT, high)).intoArray(y, k + n + 2 * LENGTH);
      FloatVector v3 = FloatVector.fromArray(SPECIES, x, i + n + 3 * LENGTH);
      FloatVector r3 = v3.blend(low, v3.lt(low));
      r3.blend(high, r3.compare(VectorOperators.GT, high)).intoArray(y, k + n + 3 * LENGTH);
    }
    for (; n < whole; n += LENGTH) {
      FloatVector v0 = FloatVector.fromArray(SPECIES, x, i + n);
      FloatVector r0 = v0.blend(low, v0.lt(low));
      r0.blend(high, r0.compare(VectorOperators.GT, high)).intoArray(y, k + n);
    }
    for (; n < count; n++) {
      float raised = x[i + n] < low ? low : x[i + n];
      y[k + n] = raised > high ? high : raised;
    }
  }
}
