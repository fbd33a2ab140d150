package io.pelton.cpu.vector.conv;

import static io.pelton.cpu.vector.conv.Seconds.LENGTH;
import static io.pelton.cpu.vector.conv.Seconds.SHUFFLE;
import static io.pelton.cpu.vector.conv.Seconds.SPECIES;
import static io.pelton.cpu.vector.conv.Seconds.UPPER_HALF;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;

/**
 * Combines the elements of windows for as many neighbours as a vector has lanes, into {@code y}.
 * The windows start at {@code x[from]}, side by side or at every second element.
 */
final class PoolLoops {
  private PoolLoops() {}

  static void sumOfSeconds(float[] x, int from, int[] taps, float[] y, int to) {
    FloatVector sum = FloatVector.zero(SPECIES);
    for (int tap : taps) {
      FloatVector low = FloatVector.fromArray(SPECIES, x, from + tap);
      FloatVector high = FloatVector.fromArray(SPECIES, x, from + tap + LENGTH);
      sum = sum.add(low.rearrange(SHUFFLE).blend(high.rearrange(SHUFFLE), UPPER_HALF));
    }
    sum.intoArray(y, to);
  }

  static void sum(float[] x, int from, int[] taps, float[] y, int to) {
    FloatVector sum = FloatVector.zero(SPECIES);
    for (int tap : taps) {
      sum = sum.add(FloatVector.fromArray(SPECIES, x, from + tap));
    }
    sum.intoArray(y, to);
  }

  /** True if a result is {@code lowest}, which may stand for less. */
  static boolean largestOfSeconds(
      float[] x, int from, int[] taps, float lowest, float[] y, int to) {
    FloatVector largest = FloatVector.broadcast(SPECIES, lowest);
    for (int tap : taps) {
      FloatVector low = FloatVector.fromArray(SPECIES, x, from + tap);
      FloatVector high = FloatVector.fromArray(SPECIES, x, from + tap + LENGTH);
      FloatVector v = low.rearrange(SHUFFLE).blend(high.rearrange(SHUFFLE), UPPER_HALF);
      largest = largest.max(v.blend(lowest, v.test(VectorOperators.IS_NAN)));
    }
    largest.intoArray(y, to);
    return largest.compare(VectorOperators.EQ, lowest).anyTrue();
  }

  /** Likewise. */
  static boolean largest(float[] x, int from, int[] taps, float lowest, float[] y, int to) {
    FloatVector largest = FloatVector.broadcast(SPECIES, lowest);
    for (int tap : taps) {
      FloatVector v = FloatVector.fromArray(SPECIES, x, from + tap);
      largest = largest.max(v.blend(lowest, v.test(VectorOperators.IS_NAN)));
    }
    largest.intoArray(y, to);
    return largest.compare(VectorOperators.EQ, lowest).anyTrue();
  }
}
