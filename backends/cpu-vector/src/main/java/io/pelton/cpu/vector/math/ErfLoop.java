package io.pelton.cpu.vector.math;

import io.pelton.cpu.math.FloatMath;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** The error function. */
final class ErfLoop {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final float LOG2_E = 0x1.715476p+0f;
  private static final float LN2_HIGH = 0x1.62e43p-1f;
  private static final float LN2_LOW = -0x1.05c61p-29f;
  private static final float ROUNDER = 0x1.8p+23f;
  private static final int ROUNDER_BITS = 0x4b400000;

  private ErfLoop() {}

  static void erf(float[] x, int i, float[] y, int k, int count) {
    FloatVector log2e = FloatVector.broadcast(SPECIES, LOG2_E);
    FloatVector rounder = FloatVector.broadcast(SPECIES, ROUNDER);
    FloatVector ln2High = FloatVector.broadcast(SPECIES, -LN2_HIGH);
    FloatVector ln2Low = FloatVector.broadcast(SPECIES, -LN2_LOW);
    FloatVector q4 = FloatVector.broadcast(SPECIES, 0x1.6a23cep-10f);
    FloatVector q3 = FloatVector.broadcast(SPECIES, 0x1.123a2p-7f);
    FloatVector q2 = FloatVector.broadcast(SPECIES, 0x1.5558f2p-5f);
    FloatVector q1 = FloatVector.broadcast(SPECIES, 0x1.555492p-3f);
    FloatVector q0 = FloatVector.broadcast(SPECIES, 0x1.fffffcp-2f);
    FloatVector n6 = FloatVector.broadcast(SPECIES, 0x1.4996e6p-14f);
    FloatVector n5 = FloatVector.broadcast(SPECIES, -0x1.a40952p-11f);
    FloatVector n4 = FloatVector.broadcast(SPECIES, 0x1.540896p-8f);
    FloatVector n3 = FloatVector.broadcast(SPECIES, -0x1.b7f97ep-6f);
    FloatVector n2 = FloatVector.broadcast(SPECIES, 0x1.ce2dp-4f);
    FloatVector n1 = FloatVector.broadcast(SPECIES, -0x1.81273ep-2f);
    FloatVector n0 = FloatVector.broadcast(SPECIES, 0x1.06eba8p-3f);
    FloatVector g7 = FloatVector.broadcast(SPECIES, 0x1.6c069p-16f);
    FloatVector g6 = FloatVector.broadcast(SPECIES, -0x1.ceeaeep-12f);
    FloatVector g5 = FloatVector.broadcast(SPECIES, 0x1.1398fap-8f);
    FloatVector g4 = FloatVector.broadcast(SPECIES, -0x1.9d0bd6p-6f);
    FloatVector g3 = FloatVector.broadcast(SPECIES, 0x1.bc18dp-4f);
    FloatVector g2 = FloatVector.broadcast(SPECIES, 0x1.4434fp-1f);
    FloatVector g1 = FloatVector.broadcast(SPECIES, 0x1.212c2cp+0f);
    FloatVector g0 = FloatVector.broadcast(SPECIES, -0x1.8b3f28p-13f);
    FloatVector one = FloatVector.broadcast(SPECIES, 1);
    int whole = SPECIES.loopBound(count);
    for (int n = 0; n < whole; n += SPECIES.length()) {
      FloatVector v = FloatVector.fromArray(SPECIES, x, i + n);
      FloatVector magnitude = v.abs();
      FloatVector square = magnitude.mul(magnitude);
      FloatVector near = n6.fma(square, n5).fma(square, n4).fma(square, n3).fma(square, n2);
      near = near.fma(square, n1).fma(square, n0);
      near = magnitude.fma(near, magnitude);
      FloatVector a = magnitude.blend(4.0f, magnitude.compare(VectorOperators.GT, 4.0f));
      FloatVector g = g7.fma(a, g6).fma(a, g5).fma(a, g4).fma(a, g3);
      g = g.fma(a, g2).fma(a, g1).fma(a, g0);
      FloatVector falling = g.neg();
      FloatVector shifted = falling.fma(log2e, rounder);
      IntVector power = shifted.reinterpretAsInts().sub(ROUNDER_BITS);
      FloatVector integral = shifted.sub(rounder);
      FloatVector r = integral.fma(ln2Low, integral.fma(ln2High, falling));
      FloatVector q = q4.fma(r, q3).fma(r, q2).fma(r, q1).fma(r, q0);
      FloatVector p = r.mul(r).fma(q, r).add(1);
      FloatVector e =
          p.mul(power.add(127).lanewise(VectorOperators.LSHL, 23).reinterpretAsFloats());
      FloatVector far = one.sub(e);
      VectorMask<Float> isNear = magnitude.compare(VectorOperators.LE, 1.0f);
      IntVector sign = v.reinterpretAsInts().and(Integer.MIN_VALUE);
      far.blend(near, isNear)
          .reinterpretAsInts()
          .and(Integer.MAX_VALUE)
          .or(sign)
          .reinterpretAsFloats()
          .intoArray(y, k + n);
    }
    for (int n = whole; n < count; n++) {
      y[k + n] = FloatMath.erf(x[i + n]);
    }
  }
}
