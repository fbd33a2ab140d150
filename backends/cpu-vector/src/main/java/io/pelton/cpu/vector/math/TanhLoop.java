package io.pelton.cpu.vector.math;

import io.pelton.cpu.math.FloatMath;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** The hyperbolic tangent. */
final class TanhLoop {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final float LOG2_E = 0x1.715476p+0f;
  private static final float LN2 = 0x1.62e43p-1f;
  private static final float BIASED_ROUNDER = 0x1.8p+23f + 127;
  private static final float LIMIT = 43.0f;

  private TanhLoop() {}

  static void tanh(float[] x, int i, float[] y, int k, int count) {
    FloatVector log2e = FloatVector.broadcast(SPECIES, 2 * LOG2_E);
    FloatVector rounder = FloatVector.broadcast(SPECIES, BIASED_ROUNDER);
    FloatVector ln2 = FloatVector.broadcast(SPECIES, -0.5f * LN2);
    FloatVector q5 = FloatVector.broadcast(SPECIES, 0x1.6b9c68p-4f);
    FloatVector q4 = FloatVector.broadcast(SPECIES, 0x1.12254ap-2f);
    FloatVector q3 = FloatVector.broadcast(SPECIES, 0x1.5556f2p-1f);
    FloatVector q2 = FloatVector.broadcast(SPECIES, 0x1.5554b4p+0f);
    FloatVector q1 = FloatVector.broadcast(SPECIES, 0x1.fffffep+0f);
    FloatVector two = FloatVector.broadcast(SPECIES, 2);
    FloatVector one = FloatVector.broadcast(SPECIES, 1);
    int whole = SPECIES.loopBound(count);
    boolean isOrdinary = Magnitudes.mayTry(LIMIT, x, i, y, k, whole);
    if (isOrdinary) {
      IntVector most = IntVector.broadcast(IntVector.SPECIES_PREFERRED, Integer.MIN_VALUE);
      for (int n = 0; n < whole; n += SPECIES.length()) {
        FloatVector v = FloatVector.fromArray(SPECIES, x, i + n);
        IntVector bits = v.reinterpretAsInts().or(Integer.MIN_VALUE);
        most = most.max(bits);
        FloatVector low = bits.reinterpretAsFloats();
        FloatVector shifted = low.fma(log2e, rounder);
        FloatVector r = shifted.sub(rounder).fma(ln2, low);
        FloatVector q = q5.fma(r, q4).fma(r, q3).fma(r, q2).fma(r, q1).fma(r, two);
        FloatVector power =
            shifted.reinterpretAsInts().lanewise(VectorOperators.LSHL, 23).reinterpretAsFloats();
        FloatVector t = q.fma(r.mul(power), power.sub(one));
        IntVector size = t.div(t.add(two)).reinterpretAsInts();
        IntVector otherSign = size.lanewise(VectorOperators.XOR, v.reinterpretAsInts());
        size.lanewise(VectorOperators.XOR, otherSign.and(Integer.MIN_VALUE))
            .reinterpretAsFloats()
            .intoArray(y, k + n);
      }
      isOrdinary = Magnitudes.areWithin(LIMIT, most);
    }
    if (!isOrdinary) {
      FloatVector limit = FloatVector.broadcast(SPECIES, LIMIT);
      for (int n = 0; n < whole; n += SPECIES.length()) {
        FloatVector v = FloatVector.fromArray(SPECIES, x, i + n);
        FloatVector magnitude = v.abs();
        FloatVector low =
            magnitude.blend(limit, magnitude.compare(VectorOperators.GT, limit)).neg();
        FloatVector shifted = low.fma(log2e, rounder);
        FloatVector r = shifted.sub(rounder).fma(ln2, low);
        FloatVector q = q5.fma(r, q4).fma(r, q3).fma(r, q2).fma(r, q1).fma(r, two);
        FloatVector power =
            shifted.reinterpretAsInts().lanewise(VectorOperators.LSHL, 23).reinterpretAsFloats();
        FloatVector t = q.fma(r.mul(power), power.sub(one));
        IntVector size = t.div(t.add(two)).reinterpretAsInts();
        IntVector otherSign = size.lanewise(VectorOperators.XOR, v.reinterpretAsInts());
        size.lanewise(VectorOperators.XOR, otherSign.and(Integer.MIN_VALUE))
            .reinterpretAsFloats()
            .intoArray(y, k + n);
      }
    }
    for (int n = whole; n < count; n++) {
      y[k + n] = FloatMath.tanh(x[i + n]);
    }
  }
}
