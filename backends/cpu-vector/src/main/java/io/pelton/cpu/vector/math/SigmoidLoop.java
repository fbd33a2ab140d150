package io.pelton.cpu.vector.math;

import io.pelton.cpu.math.FloatMath;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** The logistic function. */
final class SigmoidLoop {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final float LOG2_E = 0x1.715476p+0f;
  private static final float LN2_HIGH = 0x1.62e43p-1f;
  private static final float LN2_LOW = -0x1.05c61p-29f;
  private static final float ROUNDER = 0x1.8p+23f;
  private static final float BIASED_ROUNDER = ROUNDER + 127;
  private static final int ROUNDER_BITS = 0x4b400000;

  /** Up to here e^x and e^-x are finite and not denormal. */
  private static final float LIMIT = 87.0f;

  private SigmoidLoop() {}

  static void sigmoid(float[] x, int i, float[] y, int k, int count) {
    FloatVector log2e = FloatVector.broadcast(SPECIES, LOG2_E);
    FloatVector ln2High = FloatVector.broadcast(SPECIES, -LN2_HIGH);
    FloatVector ln2Low = FloatVector.broadcast(SPECIES, -LN2_LOW);
    FloatVector q4 = FloatVector.broadcast(SPECIES, 0x1.6a23cep-10f);
    FloatVector q3 = FloatVector.broadcast(SPECIES, 0x1.123a2p-7f);
    FloatVector q2 = FloatVector.broadcast(SPECIES, 0x1.5558f2p-5f);
    FloatVector q1 = FloatVector.broadcast(SPECIES, 0x1.555492p-3f);
    FloatVector q0 = FloatVector.broadcast(SPECIES, 0x1.fffffcp-2f);
    FloatVector one = FloatVector.broadcast(SPECIES, 1);
    int whole = SPECIES.loopBound(count);
    boolean isOrdinary = Magnitudes.mayTry(LIMIT, x, i, y, k, whole);
    if (isOrdinary) {
      IntVector most = IntVector.broadcast(IntVector.SPECIES_PREFERRED, Integer.MIN_VALUE);
      FloatVector rounder = FloatVector.broadcast(SPECIES, BIASED_ROUNDER);
      IntVector oneBits = one.reinterpretAsInts();
      for (int n = 0; n < whole; n += SPECIES.length()) {
        FloatVector v = FloatVector.fromArray(SPECIES, x, i + n);
        IntVector bits = v.reinterpretAsInts().or(Integer.MIN_VALUE);
        most = most.max(bits);
        FloatVector falling = bits.reinterpretAsFloats();
        FloatVector shifted = falling.fma(log2e, rounder);
        FloatVector integral = shifted.sub(rounder);
        FloatVector r = integral.fma(ln2Low, integral.fma(ln2High, falling));
        FloatVector q = q4.fma(r, q3).fma(r, q2).fma(r, q1).fma(r, q0);
        FloatVector power =
            shifted.reinterpretAsInts().lanewise(VectorOperators.LSHL, 23).reinterpretAsFloats();
        FloatVector e = r.mul(r).fma(q, r).fma(power, power);
        IntVector isNegative = v.reinterpretAsInts().lanewise(VectorOperators.ASHR, 31);
        IntVector numerator =
            e.reinterpretAsInts().and(isNegative).or(oneBits.and(isNegative.not()));
        numerator.reinterpretAsFloats().div(e.add(one)).intoArray(y, k + n);
      }
      isOrdinary = Magnitudes.areWithin(LIMIT, most);
    }
    if (!isOrdinary) {
      FloatVector rounder = FloatVector.broadcast(SPECIES, ROUNDER);
      for (int n = 0; n < whole; n += SPECIES.length()) {
        FloatVector v = FloatVector.fromArray(SPECIES, x, i + n);
        FloatVector falling = v.abs().neg();
        FloatVector clamped = falling.blend(-104.0f, falling.lt(-104.0f));
        FloatVector shifted = clamped.fma(log2e, rounder);
        FloatVector integral = shifted.sub(rounder);
        FloatVector r = integral.fma(ln2Low, integral.fma(ln2High, clamped));
        FloatVector q = q4.fma(r, q3).fma(r, q2).fma(r, q1).fma(r, q0);
        FloatVector p = r.mul(r).fma(q, r).add(1);
        IntVector power = shifted.reinterpretAsInts().sub(ROUNDER_BITS);
        IntVector half = power.lanewise(VectorOperators.ASHR, 1);
        FloatVector e =
            p.mul(half.add(127).lanewise(VectorOperators.LSHL, 23).reinterpretAsFloats())
                .mul(
                    power
                        .sub(half)
                        .add(127)
                        .lanewise(VectorOperators.LSHL, 23)
                        .reinterpretAsFloats());
        one.blend(e, v.lt(0)).div(e.add(one)).intoArray(y, k + n);
      }
    }
    for (int n = whole; n < count; n++) {
      y[k + n] = FloatMath.sigmoid(x[i + n]);
    }
  }
}
