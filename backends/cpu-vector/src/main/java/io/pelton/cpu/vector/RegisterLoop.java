package io.pelton.cpu.vector;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** Sums enough to hide the latency of a fused multiply-add, few enough for 16 registers. */
final class RegisterLoop {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;

  private RegisterLoop() {}

  /** Multiplications and additions of a run. */
  static double operations(int steps) {
    return 2.0 * SPECIES.length() * 10 * steps;
  }

  static float run(int steps, float start) {
    FloatVector half = FloatVector.broadcast(SPECIES, 0.5f);
    FloatVector one = FloatVector.broadcast(SPECIES, 1);
    FloatVector s0 = FloatVector.broadcast(SPECIES, start + 0);
    FloatVector s1 = FloatVector.broadcast(SPECIES, start + 1);
    FloatVector s2 = FloatVector.broadcast(SPECIES, start + 2);
    FloatVector s3 = FloatVector.broadcast(SPECIES, start + 3);
    FloatVector s4 = FloatVector.broadcast(SPECIES, start + 4);
    FloatVector s5 = FloatVector.broadcast(SPECIES, start + 5);
    FloatVector s6 = FloatVector.broadcast(SPECIES, start + 6);
    FloatVector s7 = FloatVector.broadcast(SPECIES, start + 7);
    FloatVector s8 = FloatVector.broadcast(SPECIES, start + 8);
    FloatVector s9 = FloatVector.broadcast(SPECIES, start + 9);
    for (int step = 0; step < steps; step++) {
      s0 = half.fma(s0, one);
      s1 = half.fma(s1, one);
      s2 = half.fma(s2, one);
      s3 = half.fma(s3, one);
      s4 = half.fma(s4, one);
      s5 = half.fma(s5, one);
      s6 = half.fma(s6, one);
      s7 = half.fma(s7, one);
      s8 = half.fma(s8, one);
      s9 = half.fma(s9, one);
    }
    return s0.add(s1).add(s2).add(s3).add(s4).add(s5).add(s6).add(s7).add(s8).add(s9).lane(0);
  }
}
