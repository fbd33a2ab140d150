package io.pelton.cpu.vector.math;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** Arithmetic on one operand. */
final class SingleLoops {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LENGTH = SPECIES.length();

  private SingleLoops() {}

  static void neg(float[] x, int i, float[] y, int k, int count) {
    int whole = SPECIES.loopBound(count);
    int n = 0;
    for (; n <= whole - 4 * LENGTH; n += 4 * LENGTH) {
      FloatVector.fromArray(SPECIES, x, i + n).neg().intoArray(y, k + n);
      FloatVector.fromArray(SPECIES, x, i + n + LENGTH).neg().intoArray(y, k + n + LENGTH);
      FloatVector.fromArray(SPECIES, x, i + n + 2 * LENGTH).neg().intoArray(y, k + n + 2 * LENGTH);
      FloatVector.fromArray(SPECIES, x, i + n + 3 * LENGTH).neg().intoArray(y, k + n + 3 * LENGTH);
    }
    for (; n < whole; n += LENGTH) {
      FloatVector.fromArray(SPECIES, x, i + n).neg().intoArray(y, k + n);
    }
    for (; n < count; n++) {
      y[k + n] = -x[i + n];
    }
  }

  static void abs(float[] x, int i, float[] y, int k, int count) {
    int whole = SPECIES.loopBound(count);
    int n = 0;
    for (; n <= whole - 4 * LENGTH; n += 4 * LENGTH) {
      FloatVector.fromArray(SPECIES, x, i + n).abs().intoArray(y, k + n);
      FloatVector.fromArray(SPECIES, x, i + n + LENGTH).abs().intoArray(y, k + n + LENGTH);
      FloatVector.fromArray(SPECIES, x, i + n + 2 * LENGTH).abs().intoArray(y, k + n + 2 * LENGTH);
      FloatVector.fromArray(SPECIES, x, i + n + 3 * LENGTH).abs().intoArray(y, k + n + 3 * LENGTH);
    }
    for (; n < whole; n += LENGTH) {
      FloatVector.fromArray(SPECIES, x, i + n).abs().intoArray(y, k + n);
    }
    for (; n < count; n++) {
      y[k + n] = Math.abs(x[i + n]);
    }
  }

  static void sqrt(float[] x, int i, float[] y, int k, int count) {
    int whole = SPECIES.loopBound(count);
    int n = 0;
    for (; n <= whole - 4 * LENGTH; n += 4 * LENGTH) {
      FloatVector.fromArray(SPECIES, x, i + n).sqrt().intoArray(y, k + n);
      FloatVector.fromArray(SPECIES, x, i + n + LENGTH).sqrt().intoArray(y, k + n + LENGTH);
      FloatVector.fromArray(SPECIES, x, i + n + 2 * LENGTH).sqrt().intoArray(y, k + n + 2 * LENGTH);
      FloatVector.fromArray(SPECIES, x, i + n + 3 * LENGTH).sqrt().intoArray(y, k + n + 3 * LENGTH);
    }
    for (; n < whole; n += LENGTH) {
      FloatVector.fromArray(SPECIES, x, i + n).sqrt().intoArray(y, k + n);
    }
    for (; n < count; n++) {
      y[k + n] = (float) Math.sqrt(x[i + n]);
    }
  }

  static void reciprocal(float[] x, int i, float[] y, int k, int count) {
    FloatVector one = FloatVector.broadcast(SPECIES, 1);
    int whole = SPECIES.loopBound(count);
    int n = 0;
    for (; n <= whole - 4 * LENGTH; n += 4 * LENGTH) {
      one.div(FloatVector.fromArray(SPECIES, x, i + n)).intoArray(y, k + n);
      one.div(FloatVector.fromArray(SPECIES, x, i + n + LENGTH)).intoArray(y, k + n + LENGTH);
      one.div(FloatVector.fromArray(SPECIES, x, i + n + 2 * LENGTH))
          .intoArray(y, k + n + 2 * LENGTH);
      one.div(FloatVector.fromArray(SPECIES, x, i + n + 3 * LENGTH))
          .intoArray(y, k + n + 3 * LENGTH);
    }
    for (; n < whole; n += LENGTH) {
      one.div(FloatVector.fromArray(SPECIES, x, i + n)).intoArray(y, k + n);
    }
    for (; n < count; n++) {
      y[k + n] = 1.0f / x[i + n];
    }
  }

  /** The product is rounded before it is added to. */
  static void scale(
      float[] x, int i, float[] a, int c, float[] b, int d, float[] y, int k, int count) {
    float factor = a[c];
    float summand = b[d];
    FloatVector factors = FloatVector.broadcast(SPECIES, factor);
    FloatVector summands = FloatVector.broadcast(SPECIES, summand);
    int whole = SPECIES.loopBound(count);
    int n = 0;
    for (; n <= whole - 4 * LENGTH; n += 4 * LENGTH) {
      FloatVector.fromArray(SPECIES, x, i + n).mul(factors).add(summands).intoArray(y, k + n);
      FloatVector.fromArray(SPECIES, x, i + n + LENGTH)
          .mul(factors)
          .add(summands)
          .intoArray(y, k + n + LENGTH);
      FloatVector.fromArray(SPECIES, x, i + n + 2 * LENGTH)
          .mul(factors)
          .add(summands)
          .intoArray(y, k + n + 2 * LENGTH);
      FloatVector.fromArray(SPECIES, x, i + n + 3 * LENGTH)
          .mul(factors)
          .add(summands)
          .intoArray(y, k + n + 3 * LENGTH);
    }
    for (; n < whole; n += LENGTH) {
      FloatVector.fromArray(SPECIES, x, i + n).mul(factors).add(summands).intoArray(y, k + n);
    }
    for (; n < count; n++) {
      float product = x[i + n] * factor;
      y[k + n] = product + summand;
    }
  }
}
