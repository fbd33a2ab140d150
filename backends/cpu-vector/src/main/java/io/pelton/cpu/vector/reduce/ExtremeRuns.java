package io.pelton.cpu.vector.reduce;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** The largest and the smallest floats. */
final class ExtremeRuns {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LENGTH = SPECIES.length();

  private ExtremeRuns() {}

  /** The largest of {@code start} and of the elements; NaN where there is one. */
  static float max(float[] x, int at, int count, float start) {
    FloatVector m0 = FloatVector.broadcast(SPECIES, start);
    FloatVector m1 = m0;
    FloatVector m2 = m0;
    FloatVector m3 = m0;
    int whole = SPECIES.loopBound(count);
    int n = 0;
    for (; n <= whole - 4 * LENGTH; n += 4 * LENGTH) {
      m0 = m0.max(FloatVector.fromArray(SPECIES, x, at + n));
      m1 = m1.max(FloatVector.fromArray(SPECIES, x, at + n + LENGTH));
      m2 = m2.max(FloatVector.fromArray(SPECIES, x, at + n + 2 * LENGTH));
      m3 = m3.max(FloatVector.fromArray(SPECIES, x, at + n + 3 * LENGTH));
    }
    for (; n < whole; n += LENGTH) {
      m0 = m0.max(FloatVector.fromArray(SPECIES, x, at + n));
    }
    float extreme = laneMax(m0.max(m1).max(m2.max(m3)));
    for (; n < count; n++) {
      extreme = Math.max(extreme, x[at + n]);
    }
    return extreme;
  }

  private static float laneMax(FloatVector lanes) {
    if (lanes.compare(VectorOperators.NE, lanes).anyTrue()) {
      return Float.NaN;
    }
    int max = ordered(lanes).reduceLanes(VectorOperators.MAX);
    return Float.intBitsToFloat(max ^ (max >> 31 >>> 1));
  }

  static void maxEach(float[] x, int at, float[] y, int k, int count) {
    int whole = SPECIES.loopBound(count);
    for (int n = 0; n < whole; n += LENGTH) {
      FloatVector.fromArray(SPECIES, y, k + n)
          .max(FloatVector.fromArray(SPECIES, x, at + n))
          .intoArray(y, k + n);
    }
    for (int n = whole; n < count; n++) {
      y[k + n] = Math.max(y[k + n], x[at + n]);
    }
  }

  /** The smallest of {@code start} and of the elements; NaN where there is one. */
  static float min(float[] x, int at, int count, float start) {
    FloatVector m0 = FloatVector.broadcast(SPECIES, start);
    FloatVector m1 = m0;
    FloatVector m2 = m0;
    FloatVector m3 = m0;
    int whole = SPECIES.loopBound(count);
    int n = 0;
    for (; n <= whole - 4 * LENGTH; n += 4 * LENGTH) {
      m0 = m0.min(FloatVector.fromArray(SPECIES, x, at + n));
      m1 = m1.min(FloatVector.fromArray(SPECIES, x, at + n + LENGTH));
      m2 = m2.min(FloatVector.fromArray(SPECIES, x, at + n + 2 * LENGTH));
      m3 = m3.min(FloatVector.fromArray(SPECIES, x, at + n + 3 * LENGTH));
    }
    for (; n < whole; n += LENGTH) {
      m0 = m0.min(FloatVector.fromArray(SPECIES, x, at + n));
    }
    float extreme = laneMin(m0.min(m1).min(m2.min(m3)));
    for (; n < count; n++) {
      extreme = Math.min(extreme, x[at + n]);
    }
    return extreme;
  }

  private static float laneMin(FloatVector lanes) {
    if (lanes.compare(VectorOperators.NE, lanes).anyTrue()) {
      return Float.NaN;
    }
    int min = ordered(lanes).reduceLanes(VectorOperators.MIN);
    return Float.intBitsToFloat(min ^ (min >> 31 >>> 1));
  }

  static void minEach(float[] x, int at, float[] y, int k, int count) {
    int whole = SPECIES.loopBound(count);
    for (int n = 0; n < whole; n += LENGTH) {
      FloatVector.fromArray(SPECIES, y, k + n)
          .min(FloatVector.fromArray(SPECIES, x, at + n))
          .intoArray(y, k + n);
    }
    for (int n = whole; n < count; n++) {
      y[k + n] = Math.min(y[k + n], x[at + n]);
    }
  }

  /** Integers in the order of the floats, -0 before 0. */
  private static IntVector ordered(FloatVector floats) {
    IntVector bits = floats.reinterpretAsInts();
    IntVector isNegative = bits.lanewise(VectorOperators.ASHR, 31);
    return bits.lanewise(VectorOperators.XOR, isNegative.lanewise(VectorOperators.LSHR, 1));
  }
}
