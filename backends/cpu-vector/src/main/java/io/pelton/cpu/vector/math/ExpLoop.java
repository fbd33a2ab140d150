package io.pelton.cpu.vector.math;

import io.pelton.cpu.math.FloatMath;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** The exponential function. */
final class ExpLoop {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final float LOG2_E = 0x1.715476p+0f;
  private static final float LN2_HIGH = 0x1.62e43p-1f;
  private static final float LN2_LOW = -0x1.05c61p-29f;
  private static final float ROUNDER = 0x1.8p+23f;
  private static final float BIASED_ROUNDER = ROUNDER + 127;
  private static final int ROUNDER_BITS = 0x4b400000;

  /** Up to here e^x and e^-x are finite and not denormal. */
  private static final float LIMIT = 87.0f;

  private ExpLoop() {}

  static void exp(float[] x, int i, float[] y, int k, int count) {
    FloatVector log2e = FloatVector.broadcast(SPECIES, LOG2_E);
    FloatVector ln2High = FloatVector.broadcast(SPECIES, -LN2_HIGH);
    FloatVector ln2Low = FloatVector.broadcast(SPECIES, -LN2_LOW);
    FloatVector q4 = FloatVector.broadcast(SPECIES, 0x1.6a23cep-10f);
    FloatVector q3 = FloatVector.broadcast(SPECIES, 0x1.123a2p-7f);
    FloatVector q2 = FloatVector.broadcast(SPECIES, 0x1.5558f2p-5f);
    FloatVector q1 = FloatVector.broadcast(SPECIES, 0x1.555492p-3f);
    FloatVector q0 = FloatVector.broadcast(SPECIES, 0x1.fffffcp-2f);
    int whole = SPECIES.loopBound(count);
    boolean isOrdinary = Magnitudes.mayTry(LIMIT, x, i, y, k, whole);
    if (isOrdinary) {
      IntVector most = IntVector.broadcast(IntVector.SPECIES_PREFERRED, Integer.MIN_VALUE);
      FloatVector rounder = FloatVector.broadcast(SPECIES, BIASED_ROUNDER);
      for (int n = 0; n < whole; n += SPECIES.length()) {
        FloatVector v = FloatVector.fromArray(SPECIES, x, i + n);
        most = most.max(v.reinterpretAsInts().or(Integer.MIN_VALUE));
        FloatVector shifted = v.fma(log2e, rounder);
        FloatVector integral = shifted.sub(rounder);
        FloatVector r = integral.fma(ln2Low, integral.fma(ln2High, v));
        FloatVector q = q4.fma(r, q3).fma(r, q2).fma(r, q1).fma(r, q0);
        FloatVector power =
            shifted.reinterpretAsInts().lanewise(VectorOperators.LSHL, 23).reinterpretAsFloats();
        FloatVector e = r.mul(r).fma(q, r).fma(power, power);
        e.intoArray(y, k + n);
      }
      isOrdinary = Magnitudes.areWithin(LIMIT, most);
    }
    if (!isOrdinary) {
      FloatVector rounder = FloatVector.broadcast(SPECIES, ROUNDER);
      for (int n = 0; n < whole; n += SPECIES.length()) {
        FloatVector v = FloatVector.fromArray(SPECIES, x, i + n);
        FloatVector below = v.blend(89.0f, v.compare(VectorOperators.GT, 89.0f));
        FloatVector clamped = below.blend(-104.0f, below.lt(-104.0f));
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
        e.intoArray(y, k + n);
      }
    }
    for (int n = whole; n < count; n++) {
      y[k + n] = FloatMath.exp(x[i + n]);
    }
  }
}
