package io.pelton.cpu.vector.matmul;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** Gemm's scaling by vectors. */
public final class VectorScaling {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;

  private VectorScaling() {}

  /** As {@link io.pelton.cpu.kernel.matmul.Scaling#apply}. */
  public static void apply(
      float[] y,
      int k,
      float[] c,
      int j,
      int pace,
      int rows,
      int columns,
      float alpha,
      float beta) {
    if (c == null) {
      multiply(y, k, rows * columns, alpha);
      return;
    }
    for (int row = 0; row < rows; row++) {
      add(y, k + row * columns, c, j + row * pace, columns, alpha, beta);
    }
  }

  private static void multiply(float[] y, int k, int count, float alpha) {
    int whole = SPECIES.loopBound(count);
    for (int n = 0; n < whole; n += SPECIES.length()) {
      FloatVector.fromArray(SPECIES, y, k + n).mul(alpha).intoArray(y, k + n);
    }
    for (int n = whole; n < count; n++) {
      y[k + n] *= alpha;
    }
  }

  private static void add(float[] y, int k, float[] c, int j, int count, float alpha, float beta) {
    FloatVector factor = FloatVector.broadcast(SPECIES, alpha);
    int whole = SPECIES.loopBound(count);
    for (int n = 0; n < whole; n += SPECIES.length()) {
      FloatVector addend = FloatVector.fromArray(SPECIES, c, j + n).mul(beta);
      factor.fma(FloatVector.fromArray(SPECIES, y, k + n), addend).intoArray(y, k + n);
    }
    for (int n = whole; n < count; n++) {
      y[k + n] = Math.fma(alpha, y[k + n], beta * c[j + n]);
    }
  }
}
