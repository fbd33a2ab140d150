package io.pelton.cpu.vector.math;

import io.pelton.cpu.math.FloatMath;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Functions that are made of a logarithm. */
final class LogLoops {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final float LOG2_E = 0x1.715476p+0f;
  private static final float LN2_HIGH = 0x1.62e43p-1f;
  private static final float LN2_LOW = -0x1.05c61p-29f;
  private static final float ROUNDER = 0x1.8p+23f;
  private static final int ROUNDER_BITS = 0x4b400000;
  private static final int SQRT_HALF_BITS = 0x3f3504f3;

  private LogLoops() {}

  static void softplus(float[] x, int i, float[] y, int k, int count) {
    FloatVector log2e = FloatVector.broadcast(SPECIES, LOG2_E);
    FloatVector rounder = FloatVector.broadcast(SPECIES, ROUNDER);
    FloatVector ln2High = FloatVector.broadcast(SPECIES, -LN2_HIGH);
    FloatVector ln2Low = FloatVector.broadcast(SPECIES, -LN2_LOW);
    FloatVector q4 = FloatVector.broadcast(SPECIES, 0x1.6a23cep-10f);
    FloatVector q3 = FloatVector.broadcast(SPECIES, 0x1.123a2p-7f);
    FloatVector q2 = FloatVector.broadcast(SPECIES, 0x1.5558f2p-5f);
    FloatVector q1 = FloatVector.broadcast(SPECIES, 0x1.555492p-3f);
    FloatVector q0 = FloatVector.broadcast(SPECIES, 0x1.fffffcp-2f);
    FloatVector r4 = FloatVector.broadcast(SPECIES, 0x1.f17334p-3f);
    FloatVector r3 = FloatVector.broadcast(SPECIES, 0x1.b6e6ccp-3f);
    FloatVector r2 = FloatVector.broadcast(SPECIES, 0x1.2508b2p-2f);
    FloatVector r1 = FloatVector.broadcast(SPECIES, 0x1.9996bp-2f);
    FloatVector r0 = FloatVector.broadcast(SPECIES, 0x1.555558p-1f);
    int whole = SPECIES.loopBound(count);
    for (int n = 0; n < whole; n += SPECIES.length()) {
      FloatVector v = FloatVector.fromArray(SPECIES, x, i + n);
      FloatVector falling = v.abs().neg();
      FloatVector clamped = falling.blend(-104.0f, falling.lt(-104.0f));
      FloatVector shifted = clamped.fma(log2e, rounder);
      IntVector power = shifted.reinterpretAsInts().sub(ROUNDER_BITS);
      FloatVector integral = shifted.sub(rounder);
      FloatVector r = integral.fma(ln2Low, integral.fma(ln2High, clamped));
      FloatVector q = q4.fma(r, q3).fma(r, q2).fma(r, q1).fma(r, q0);
      FloatVector p = r.mul(r).fma(q, r).add(1);
      IntVector half = power.lanewise(VectorOperators.ASHR, 1);
      FloatVector e =
          p.mul(half.add(127).lanewise(VectorOperators.LSHL, 23).reinterpretAsFloats())
              .mul(
                  power
                      .sub(half)
                      .add(127)
                      .lanewise(VectorOperators.LSHL, 23)
                      .reinterpretAsFloats());
      FloatVector s = e.div(e.add(2));
      FloatVector z = s.mul(s);
      FloatVector series = r4.fma(z, r3).fma(z, r2).fma(z, r1).fma(z, r0);
      FloatVector halfSquare = e.mul(0.5f).mul(e);
      FloatVector log1p = e.sub(halfSquare.sub(s.mul(z.fma(series, halfSquare))));
      v.blend(0, v.lt(0)).add(log1p).intoArray(y, k + n);
    }
    for (int n = whole; n < count; n++) {
      y[k + n] = FloatMath.softplus(x[i + n]);
    }
  }

  static void log(float[] x, int i, float[] y, int k, int count) {
    FloatVector r4 = FloatVector.broadcast(SPECIES, 0x1.f17334p-3f);
    FloatVector r3 = FloatVector.broadcast(SPECIES, 0x1.b6e6ccp-3f);
    FloatVector r2 = FloatVector.broadcast(SPECIES, 0x1.2508b2p-2f);
    FloatVector r1 = FloatVector.broadcast(SPECIES, 0x1.9996bp-2f);
    FloatVector r0 = FloatVector.broadcast(SPECIES, 0x1.555558p-1f);
    FloatVector ln2High = FloatVector.broadcast(SPECIES, LN2_HIGH);
    FloatVector ln2Low = FloatVector.broadcast(SPECIES, LN2_LOW);
    int whole = SPECIES.loopBound(count);
    for (int n = 0; n < whole; n += SPECIES.length()) {
      FloatVector v = FloatVector.fromArray(SPECIES, x, i + n);
      VectorMask<Float> isTiny = v.lt(Float.MIN_NORMAL);
      IntVector bits = v.blend(v.mul(0x1p+23f), isTiny).reinterpretAsInts();
      IntVector exponent = bits.sub(SQRT_HALF_BITS).lanewise(VectorOperators.ASHR, 23);
      FloatVector f =
          bits.sub(exponent.lanewise(VectorOperators.LSHL, 23)).reinterpretAsFloats().sub(1);
      FloatVector power = (FloatVector) exponent.convert(VectorOperators.I2F, 0);
      power = power.blend(power.sub(23), isTiny);
      FloatVector s = f.div(f.add(2));
      FloatVector z = s.mul(s);
      FloatVector series = r4.fma(z, r3).fma(z, r2).fma(z, r1).fma(z, r0);
      FloatVector halfSquare = f.mul(0.5f).mul(f);
      FloatVector log1p = f.sub(halfSquare.sub(s.mul(z.fma(series, halfSquare))));
      FloatVector result = power.fma(ln2High, power.fma(ln2Low, log1p));
      VectorMask<Float> isOrdinary =
          v.compare(VectorOperators.GT, 0)
              .and(v.compare(VectorOperators.LT, Float.POSITIVE_INFINITY));
      FloatVector special =
          v.blend(Float.NaN, v.lt(0))
              .blend(Float.NEGATIVE_INFINITY, v.compare(VectorOperators.EQ, 0));
      special.blend(result, isOrdinary).intoArray(y, k + n);
    }
    for (int n = whole; n < count; n++) {
      y[k + n] = FloatMath.log(x[i + n]);
    }
  }
}
