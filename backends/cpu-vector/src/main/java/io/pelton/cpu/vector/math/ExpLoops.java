package io.pelton.cpu.vector.math;

import io.pelton.cpu.math.FloatMath;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Functions that are made of one exponential. */
final class ExpLoops {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final float LOG2_E = 0x1.715476p+0f;
  private static final float LN2_HIGH = 0x1.62e43p-1f;
  private static final float LN2_LOW = -0x1.05c61p-29f;
  private static final float ROUNDER = 0x1.8p+23f;
  private static final int ROUNDER_BITS = 0x4b400000;

  private ExpLoops() {}

  static void exp(float[] x, int i, float[] y, int k, int count) {
    FloatVector log2e = FloatVector.broadcast(SPECIES, LOG2_E);
    FloatVector rounder = FloatVector.broadcast(SPECIES, ROUNDER);
    FloatVector ln2High = FloatVector.broadcast(SPECIES, -LN2_HIGH);
    FloatVector ln2Low = FloatVector.broadcast(SPECIES, -LN2_LOW);
    FloatVector q4 = FloatVector.broadcast(SPECIES, 0x1.6a23cep-10f);
    FloatVector q3 = FloatVector.broadcast(SPECIES, 0x1.123a2p-7f);
    FloatVector q2 = FloatVector.broadcast(SPECIES, 0x1.5558f2p-5f);
    FloatVector q1 = FloatVector.broadcast(SPECIES, 0x1.555492p-3f);
    FloatVector q0 = FloatVector.broadcast(SPECIES, 0x1.fffffcp-2f);
    int whole = SPECIES.loopBound(count);
    for (int n = 0; n < whole; n += SPECIES.length()) {
      FloatVector v = FloatVector.fromArray(SPECIES, x, i + n);
      FloatVector clamped = v.min(89.0f).max(-104.0f);
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
      e.intoArray(y, k + n);
    }
    for (int n = whole; n < count; n++) {
      y[k + n] = FloatMath.exp(x[i + n]);
    }
  }

  static void sigmoid(float[] x, int i, float[] y, int k, int count) {
    FloatVector log2e = FloatVector.broadcast(SPECIES, LOG2_E);
    FloatVector rounder = FloatVector.broadcast(SPECIES, ROUNDER);
    FloatVector ln2High = FloatVector.broadcast(SPECIES, -LN2_HIGH);
    FloatVector ln2Low = FloatVector.broadcast(SPECIES, -LN2_LOW);
    FloatVector q4 = FloatVector.broadcast(SPECIES, 0x1.6a23cep-10f);
    FloatVector q3 = FloatVector.broadcast(SPECIES, 0x1.123a2p-7f);
    FloatVector q2 = FloatVector.broadcast(SPECIES, 0x1.5558f2p-5f);
    FloatVector q1 = FloatVector.broadcast(SPECIES, 0x1.555492p-3f);
    FloatVector q0 = FloatVector.broadcast(SPECIES, 0x1.fffffcp-2f);
    int whole = SPECIES.loopBound(count);
    for (int n = 0; n < whole; n += SPECIES.length()) {
      FloatVector v = FloatVector.fromArray(SPECIES, x, i + n);
      FloatVector falling = v.abs().neg();
      FloatVector clamped = falling.min(89.0f).max(-104.0f);
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
      FloatVector numerator = FloatVector.broadcast(SPECIES, 1).blend(e, v.lt(0));
      numerator.div(e.add(1)).intoArray(y, k + n);
    }
    for (int n = whole; n < count; n++) {
      y[k + n] = FloatMath.sigmoid(x[i + n]);
    }
  }

  static void tanh(float[] x, int i, float[] y, int k, int count) {
    FloatVector log2e = FloatVector.broadcast(SPECIES, LOG2_E);
    FloatVector rounder = FloatVector.broadcast(SPECIES, ROUNDER);
    FloatVector ln2High = FloatVector.broadcast(SPECIES, -LN2_HIGH);
    FloatVector ln2Low = FloatVector.broadcast(SPECIES, -LN2_LOW);
    FloatVector q4 = FloatVector.broadcast(SPECIES, 0x1.6a23cep-10f);
    FloatVector q3 = FloatVector.broadcast(SPECIES, 0x1.123a2p-7f);
    FloatVector q2 = FloatVector.broadcast(SPECIES, 0x1.5558f2p-5f);
    FloatVector q1 = FloatVector.broadcast(SPECIES, 0x1.555492p-3f);
    FloatVector q0 = FloatVector.broadcast(SPECIES, 0x1.fffffcp-2f);
    FloatVector t4 = FloatVector.broadcast(SPECIES, -0x1.9b3046p-8f);
    FloatVector t3 = FloatVector.broadcast(SPECIES, 0x1.593d06p-6f);
    FloatVector t2 = FloatVector.broadcast(SPECIES, -0x1.b9287ap-5f);
    FloatVector t1 = FloatVector.broadcast(SPECIES, 0x1.110d26p-3f);
    FloatVector t0 = FloatVector.broadcast(SPECIES, -0x1.55554ap-2f);
    FloatVector one = FloatVector.broadcast(SPECIES, 1);
    FloatVector two = FloatVector.broadcast(SPECIES, 2);
    int whole = SPECIES.loopBound(count);
    for (int n = 0; n < whole; n += SPECIES.length()) {
      FloatVector v = FloatVector.fromArray(SPECIES, x, i + n);
      FloatVector magnitude = v.abs();
      FloatVector square = magnitude.mul(magnitude);
      FloatVector near = t4.fma(square, t3).fma(square, t2).fma(square, t1).fma(square, t0);
      near = magnitude.mul(square).fma(near, magnitude);
      FloatVector doubled = magnitude.add(magnitude);
      FloatVector clamped = doubled.min(89.0f).max(-104.0f);
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
      FloatVector far = one.sub(two.div(e.add(1)));
      VectorMask<Float> isNear = magnitude.compare(VectorOperators.LE, 0.55f);
      IntVector sign = v.reinterpretAsInts().and(Integer.MIN_VALUE);
      far.blend(near, isNear)
          .reinterpretAsInts()
          .and(Integer.MAX_VALUE)
          .or(sign)
          .reinterpretAsFloats()
          .intoArray(y, k + n);
    }
    for (int n = whole; n < count; n++) {
      y[k + n] = FloatMath.tanh(x[i + n]);
    }
  }
}
