package io.pelton.cpu.vector.math;

import io.pelton.cpu.math.FloatMath;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Gelu by the normal distribution. */
final class GeluLoop {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final float BIASED_ROUNDER = 0x1.8p+23f + 127;
  private static final float LIMIT = 10.142f;

  private GeluLoop() {}

  static void gelu(float[] x, int i, float[] y, int k, int count) {
    // all of g and m with the other sign, which takes no instruction
    FloatVector g8 = FloatVector.broadcast(SPECIES, -0x1.3eed94p-19f);
    FloatVector g7 = FloatVector.broadcast(SPECIES, -0x1.1c7852p-15f);
    FloatVector g6 = FloatVector.broadcast(SPECIES, -0x1.502b26p-13f);
    FloatVector g5 = FloatVector.broadcast(SPECIES, 0x1.a21ab6p-13f);
    FloatVector g4 = FloatVector.broadcast(SPECIES, 0x1.d442c8p-8f);
    FloatVector g3 = FloatVector.broadcast(SPECIES, 0x1.ae83cap-5f);
    FloatVector g2 = FloatVector.broadcast(SPECIES, -0x1.d635a6p-2f);
    FloatVector g1 = FloatVector.broadcast(SPECIES, 0x1.26aefep+0f);
    FloatVector g0 = FloatVector.broadcast(SPECIES, -0x1.fffffep-1f);
    FloatVector rounder = FloatVector.broadcast(SPECIES, BIASED_ROUNDER);
    FloatVector q4 = FloatVector.broadcast(SPECIES, -0x1.5bda96p-10f);
    FloatVector q3 = FloatVector.broadcast(SPECIES, 0x1.3ce8b2p-7f);
    FloatVector q2 = FloatVector.broadcast(SPECIES, -0x1.c6b6d8p-5f);
    FloatVector q1 = FloatVector.broadcast(SPECIES, 0x1.ebf9c2p-3f);
    FloatVector q0 = FloatVector.broadcast(SPECIES, -0x1.62e42ap-1f);
    int whole = SPECIES.loopBound(count);
    boolean isOrdinary = Magnitudes.mayTry(LIMIT, x, i, y, k, whole);
    if (isOrdinary) {
      IntVector most = IntVector.broadcast(IntVector.SPECIES_PREFERRED, Integer.MIN_VALUE);
      for (int n = 0; n < whole; n += SPECIES.length()) {
        FloatVector v = FloatVector.fromArray(SPECIES, x, i + n);
        IntVector bits = v.reinterpretAsInts().or(Integer.MIN_VALUE);
        most = most.max(bits);
        FloatVector m = bits.reinterpretAsFloats();
        FloatVector g = g8.fma(m, g7).fma(m, g6).fma(m, g5).fma(m, g4).fma(m, g3);
        g = g.fma(m, g2).fma(m, g1).fma(m, g0);
        FloatVector shifted = g.add(rounder);
        FloatVector r = shifted.sub(rounder).sub(g);
        FloatVector q = q4.fma(r, q3).fma(r, q2).fma(r, q1).fma(r, q0);
        FloatVector power =
            shifted.reinterpretAsInts().lanewise(VectorOperators.LSHL, 23).reinterpretAsFloats();
        FloatVector share = q.fma(r.mul(power), power);
        FloatVector positive = v.reinterpretAsInts().max(0).reinterpretAsFloats();
        m.fma(share, positive).intoArray(y, k + n);
      }
      isOrdinary = Magnitudes.areWithin(LIMIT, most);
    }
    if (!isOrdinary) {
      FloatVector limit = FloatVector.broadcast(SPECIES, LIMIT);
      for (int n = 0; n < whole; n += SPECIES.length()) {
        FloatVector v = FloatVector.fromArray(SPECIES, x, i + n);
        FloatVector magnitude = v.abs();
        FloatVector m = magnitude.blend(limit, magnitude.compare(VectorOperators.GT, limit)).neg();
        FloatVector g = g8.fma(m, g7).fma(m, g6).fma(m, g5).fma(m, g4).fma(m, g3);
        g = g.fma(m, g2).fma(m, g1).fma(m, g0);
        FloatVector shifted = g.add(rounder);
        FloatVector r = shifted.sub(rounder).sub(g);
        FloatVector q = q4.fma(r, q3).fma(r, q2).fma(r, q1).fma(r, q0);
        FloatVector power =
            shifted.reinterpretAsInts().lanewise(VectorOperators.LSHL, 23).reinterpretAsFloats();
        FloatVector share = q.fma(r.mul(power), power);
        FloatVector positive = v.reinterpretAsInts().max(0).reinterpretAsFloats();
        m.fma(share, positive).intoArray(y, k + n);
      }
    }
    for (int n = whole; n < count; n++) {
      y[k + n] = FloatMath.gelu(x[i + n]);
    }
  }
}
