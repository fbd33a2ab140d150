package io.pelton.cpu.vector.reduce;

import io.pelton.cpu.kernel.reduce.Summation;
import io.pelton.cpu.math.Decay;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** The loops of a softmax over one run of floats. */
public final class SoftmaxRuns {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LENGTH = SPECIES.length();
  private static final int PARTIALS = Summation.PARTIALS;
  private static final float LOG2_E = 0x1.715476p+0f;
  private static final float LN2_HIGH = 0x1.62e43p-1f;
  private static final float LN2_LOW = -0x1.05c61p-29f;

  /** Added, it leaves the exponent of a power of two, and a minus, in the low bits. */
  private static final float ROUNDER = 0x1.8p+23f + 127 + 256;

  private SoftmaxRuns() {}

  /** The largest element. Where there are NaNs, it is NaN, or the largest of the others. */
  public static float max(float[] x, int at, int count) {
    if (count < LENGTH) {
      float max = Float.NEGATIVE_INFINITY;
      for (int n = at; n < at + count; n++) {
        max = Math.max(max, x[n]);
      }
      return max;
    }
    // as integers, positive floats are in their own order and negative ones in the opposite
    IntVector last = FloatVector.fromArray(SPECIES, x, at + count - LENGTH).reinterpretAsInts();
    IntVector most = last;
    IntVector least = last;
    int whole = SPECIES.loopBound(count);
    for (int n = 0; n < whole; n += LENGTH) {
      IntVector v = FloatVector.fromArray(SPECIES, x, at + n).reinterpretAsInts();
      most = most.max(v);
      least = least.min(v);
    }
    IntVector isNegative = most.lanewise(VectorOperators.ASHR, 31);
    IntVector flipped =
        least
            .and(isNegative)
            .lanewise(VectorOperators.XOR, isNegative.lanewise(VectorOperators.LSHR, 1));
    IntVector ordered = most.lanewise(VectorOperators.AND_NOT, isNegative).or(flipped);
    int max = ordered.reduceLanes(VectorOperators.MAX);
    return Float.intBitsToFloat(max ^ (max >> 31 >>> 1));
  }

  /**
   * {@code y[to + n] = e^(x[at + n] * factor - max)}.
   *
   * @param max finite, and nothing is larger
   * @param partials from {@code p} on, to which sums are added
   */
  public static void powers(
      float[] x,
      int at,
      int count,
      float factor,
      float max,
      float[] y,
      int to,
      float[] partials,
      int p) {
    int whole = count - count % PARTIALS;
    for (int lane = 0; lane < PARTIALS; lane += LENGTH) {
      powersOfLanes(x, at + lane, whole, factor, max, y, to + lane, partials, p + lane);
    }
    for (int n = whole; n < count; n++) {
      float power = Decay.of(max - x[at + n] * factor);
      y[to + n] = power;
      partials[p + n - whole] += power;
    }
  }

  /**
   * {@link Decay} with every other sign turned: r, every second of the polynomial's steps, the
   * whole of it and the power of two.
   */
  private static void powersOfLanes(
      float[] x,
      int at,
      int whole,
      float factor,
      float max,
      float[] y,
      int to,
      float[] partials,
      int p) {
    FloatVector factors = FloatVector.broadcast(SPECIES, factor);
    FloatVector top = FloatVector.broadcast(SPECIES, max);
    IntVector limit = FloatVector.broadcast(SPECIES, 88).reinterpretAsInts();
    FloatVector log2e = FloatVector.broadcast(SPECIES, -LOG2_E);
    FloatVector rounder = FloatVector.broadcast(SPECIES, ROUNDER);
    FloatVector ln2High = FloatVector.broadcast(SPECIES, LN2_HIGH);
    FloatVector ln2Low = FloatVector.broadcast(SPECIES, LN2_LOW);
    FloatVector q4 = FloatVector.broadcast(SPECIES, -0x1.6a23cep-10f);
    FloatVector q3 = FloatVector.broadcast(SPECIES, 0x1.123a2p-7f);
    FloatVector q2 = FloatVector.broadcast(SPECIES, -0x1.5558f2p-5f);
    FloatVector q1 = FloatVector.broadcast(SPECIES, 0x1.555492p-3f);
    FloatVector q0 = FloatVector.broadcast(SPECIES, -0x1.fffffcp-2f);
    FloatVector one = FloatVector.broadcast(SPECIES, 1);
    FloatVector minusOne = FloatVector.broadcast(SPECIES, -1);
    FloatVector sum = FloatVector.fromArray(SPECIES, partials, p);
    for (int n = 0; n < whole; n += PARTIALS) {
      FloatVector distance = top.sub(FloatVector.fromArray(SPECIES, x, at + n).mul(factors));
      // as integers, since that is one instruction; a NaN below 0 stays what it is
      FloatVector near = distance.reinterpretAsInts().min(limit).reinterpretAsFloats();
      FloatVector shifted = near.fma(log2e, rounder);
      FloatVector integral = shifted.sub(rounder);
      FloatVector r = integral.fma(ln2Low, integral.fma(ln2High, near));
      FloatVector q = q4.fma(r, q3).fma(r, q2).fma(r, q1).fma(r, q0);
      FloatVector power = q.fma(r, one).fma(r, minusOne);
      FloatVector scale =
          shifted.reinterpretAsInts().lanewise(VectorOperators.LSHL, 23).reinterpretAsFloats();
      FloatVector e = power.mul(scale);
      e.intoArray(y, to + n);
      sum = sum.add(e);
    }
    sum.intoArray(partials, p);
  }

  public static void multiply(float[] y, int at, int count, float factor) {
    FloatVector factors = FloatVector.broadcast(SPECIES, factor);
    int whole = SPECIES.loopBound(count);
    for (int n = 0; n < whole; n += LENGTH) {
      FloatVector.fromArray(SPECIES, y, at + n).mul(factors).intoArray(y, at + n);
    }
    for (int n = whole; n < count; n++) {
      y[at + n] *= factor;
    }
  }
}
