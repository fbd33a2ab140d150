package io.pelton.cpu.vector.reduce;

import io.pelton.cpu.kernel.reduce.Summation;
import io.pelton.cpu.math.FloatMath;
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
  private static final float ROUNDER = 0x1.8p+23f;
  private static final int FARTHEST_BITS = Float.floatToRawIntBits(104);

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
    IntVector flipped = least.and(isNegative).lanewise(VectorOperators.XOR,
        isNegative.lanewise(VectorOperators.LSHR, 1));
    IntVector ordered = most.lanewise(VectorOperators.AND_NOT, isNegative).or(flipped);
    int max = ordered.reduceLanes(VectorOperators.MAX);
    return Float.intBitsToFloat(max ^ (max >> 31 >>> 1));
  }

  /**
   * {@code y[to + n] = exp(x[at + n] - max)}, and what each lane of the partial sums is.
   *
   * @param max finite, and nothing is larger
   * @param partials from {@code p} on are set
   */
  public static void powers(
      float[] x, int at, int count, float max, float[] y, int to, float[] partials, int p) {
    int whole = count - count % PARTIALS;
    for (int lane = 0; lane < PARTIALS; lane += LENGTH) {
      powersOfLanes(x, at + lane, whole, max, y, to + lane, partials, p + lane);
    }
    for (int n = whole; n < count; n++) {
      float power = FloatMath.exp(x[at + n] - max);
      y[to + n] = power;
      partials[p + n - whole] += power;
    }
  }

  /** As {@link FloatMath#exp}, of numbers that are not positive, by their opposites. */
  private static void powersOfLanes(
      float[] x, int at, int whole, float max, float[] y, int to, float[] partials, int p) {
    FloatVector top = FloatVector.broadcast(SPECIES, max);
    IntVector farthest = FloatVector.broadcast(SPECIES, 104).reinterpretAsInts();
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
    FloatVector down = FloatVector.broadcast(SPECIES, 0x1p-64f);
    FloatVector sum = FloatVector.zero(SPECIES);
    for (int n = 0; n < whole; n += PARTIALS) {
      FloatVector distance = top.sub(FloatVector.fromArray(SPECIES, x, at + n));
      // a NaN keeps its sign: max less a negative one stays below all others
      FloatVector v = distance.reinterpretAsInts().min(farthest).reinterpretAsFloats();
      FloatVector shifted = v.fma(log2e, rounder);
      FloatVector integral = shifted.sub(rounder);
      FloatVector r = integral.fma(ln2Low, integral.fma(ln2High, v));
      FloatVector q = q4.fma(r, q3).fma(r, q2).fma(r, q1).fma(r, q0);
      FloatVector power = one.sub(r.mul(r).fma(q, r));
      // 2^n in two factors, the first of which is in the range of exponents
      FloatVector scale =
          shifted
              .reinterpretAsInts()
              .lanewise(VectorOperators.LSHL, 23)
              .add((64 + 127) << 23)
              .reinterpretAsFloats();
      FloatVector e = power.mul(scale).mul(down);
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
