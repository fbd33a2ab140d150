package io.pelton.cpu.vector.conv;

import static io.pelton.cpu.vector.conv.Seconds.LENGTH;
import static io.pelton.cpu.vector.conv.Seconds.SHUFFLE;
import static io.pelton.cpu.vector.conv.Seconds.SPECIES;
import static io.pelton.cpu.vector.conv.Seconds.UPPER_HALF;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Combines the elements of windows for as many neighbours as a vector has lanes, into {@code y}.
 * The windows start at {@code x[from]}, side by side or at every second element.
 */
final class PoolLoops {
  private static final VectorSpecies<Integer> KEYS = IntVector.SPECIES_PREFERRED;

  /** A NaN whose key comes before those of all numbers. */
  private static final float LEAST = Float.intBitsToFloat(-1);

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

  /**
   * The largest numbers, found by keys in their order: -0 comes before 0, and NaN takes no part.
   *
   * @param none the result where there are only NaN
   */
  static void largestOfSeconds(float[] x, int from, int[] taps, float none, float[] y, int to) {
    IntVector largest = IntVector.broadcast(KEYS, Integer.MIN_VALUE);
    for (int tap : taps) {
      FloatVector low = FloatVector.fromArray(SPECIES, x, from + tap);
      FloatVector high = FloatVector.fromArray(SPECIES, x, from + tap + LENGTH);
      FloatVector v = low.rearrange(SHUFFLE).blend(high.rearrange(SHUFFLE), UPPER_HALF);
      FloatVector numbers = v.blend(LEAST, v.compare(VectorOperators.NE, v));
      IntVector bits = numbers.reinterpretAsInts();
      IntVector flips = bits.lanewise(VectorOperators.ASHR, 31).lanewise(VectorOperators.LSHR, 1);
      largest = largest.max(bits.lanewise(VectorOperators.XOR, flips));
    }
    IntVector flips = largest.lanewise(VectorOperators.ASHR, 31).lanewise(VectorOperators.LSHR, 1);
    FloatVector result = largest.lanewise(VectorOperators.XOR, flips).reinterpretAsFloats();
    result.blend(none, result.compare(VectorOperators.NE, result)).intoArray(y, to);
  }

  /** Likewise. */
  static void largest(float[] x, int from, int[] taps, float none, float[] y, int to) {
    IntVector largest = IntVector.broadcast(KEYS, Integer.MIN_VALUE);
    for (int tap : taps) {
      FloatVector v = FloatVector.fromArray(SPECIES, x, from + tap);
      FloatVector numbers = v.blend(LEAST, v.compare(VectorOperators.NE, v));
      IntVector bits = numbers.reinterpretAsInts();
      IntVector flips = bits.lanewise(VectorOperators.ASHR, 31).lanewise(VectorOperators.LSHR, 1);
      largest = largest.max(bits.lanewise(VectorOperators.XOR, flips));
    }
    IntVector flips = largest.lanewise(VectorOperators.ASHR, 31).lanewise(VectorOperators.LSHR, 1);
    FloatVector result = largest.lanewise(VectorOperators.XOR, flips).reinterpretAsFloats();
    result.blend(none, result.compare(VectorOperators.NE, result)).intoArray(y, to);
  }
}
