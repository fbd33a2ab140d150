package io.pelton.cpu.vector.math;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Arithmetic on two operands. The JIT of JDK 17 makes no vector code of scalar loops over arrays
 * that start at different places.
 */
final class ArithmeticLoops {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LENGTH = SPECIES.length();

  private ArithmeticLoops() {}

  static void add(float[] x, int i, float[] y, int j, float[] z, int k, int count) {
    int whole = SPECIES.loopBound(count);
    int n = 0;
    for (; n <= whole - 4 * LENGTH; n += 4 * LENGTH) {
      FloatVector.fromArray(SPECIES, x, i + n)
          .add(FloatVector.fromArray(SPECIES, y, j + n))
          .intoArray(z, k + n);
      FloatVector.fromArray(SPECIES, x, i + n + LENGTH)
          .add(FloatVector.fromArray(SPECIES, y, j + n + LENGTH))
          .intoArray(z, k + n + LENGTH);
      FloatVector.fromArray(SPECIES, x, i + n + 2 * LENGTH)
          .add(FloatVector.fromArray(SPECIES, y, j + n + 2 * LENGTH))
          .intoArray(z, k + n + 2 * LENGTH);
      FloatVector.fromArray(SPECIES, x, i + n + 3 * LENGTH)
          .add(FloatVector.fromArray(SPECIES, y, j + n + 3 * LENGTH))
          .intoArray(z, k + n + 3 * LENGTH);
    }
    for (; n < whole; n += LENGTH) {
      FloatVector.fromArray(SPECIES, x, i + n)
          .add(FloatVector.fromArray(SPECIES, y, j + n))
          .intoArray(z, k + n);
    }
    for (; n < count; n++) {
      z[k + n] = x[i + n] + y[j + n];
    }
  }

  static void sub(float[] x, int i, float[] y, int j, float[] z, int k, int count) {
    int whole = SPECIES.loopBound(count);
    int n = 0;
    for (; n <= whole - 4 * LENGTH; n += 4 * LENGTH) {
      FloatVector.fromArray(SPECIES, x, i + n)
          .sub(FloatVector.fromArray(SPECIES, y, j + n))
          .intoArray(z, k + n);
      FloatVector.fromArray(SPECIES, x, i + n + LENGTH)
          .sub(FloatVector.fromArray(SPECIES, y, j + n + LENGTH))
          .intoArray(z, k + n + LENGTH);
      FloatVector.fromArray(SPECIES, x, i + n + 2 * LENGTH)
          .sub(FloatVector.fromArray(SPECIES, y, j + n + 2 * LENGTH))
          .intoArray(z, k + n + 2 * LENGTH);
      FloatVector.fromArray(SPECIES, x, i + n + 3 * LENGTH)
          .sub(FloatVector.fromArray(SPECIES, y, j + n + 3 * LENGTH))
          .intoArray(z, k + n + 3 * LENGTH);
    }
    for (; n < whole; n += LENGTH) {
      FloatVector.fromArray(SPECIES, x, i + n)
          .sub(FloatVector.fromArray(SPECIES, y, j + n))
          .intoArray(z, k + n);
    }
    for (; n < count; n++) {
      z[k + n] = x[i + n] - y[j + n];
    }
  }

  static void mul(float[] x, int i, float[] y, int j, float[] z, int k, int count) {
    int whole = SPECIES.loopBound(count);
    int n = 0;
    for (; n <= whole - 4 * LENGTH; n += 4 * LENGTH) {
      FloatVector.fromArray(SPECIES, x, i + n)
          .mul(FloatVector.fromArray(SPECIES, y, j + n))
          .intoArray(z, k + n);
      FloatVector.fromArray(SPECIES, x, i + n + LENGTH)
          .mul(FloatVector.fromArray(SPECIES, y, j + n + LENGTH))
          .intoArray(z, k + n + LENGTH);
      FloatVector.fromArray(SPECIES, x, i + n + 2 * LENGTH)
          .mul(FloatVector.fromArray(SPECIES, y, j + n + 2 * LENGTH))
          .intoArray(z, k + n + 2 * LENGTH);
      FloatVector.fromArray(SPECIES, x, i + n + 3 * LENGTH)
          .mul(FloatVector.fromArray(SPECIES, y, j + n + 3 * LENGTH))
          .intoArray(z, k + n + 3 * LENGTH);
    }
    for (; n < whole; n += LENGTH) {
      FloatVector.fromArray(SPECIES, x, i + n)
          .mul(FloatVector.fromArray(SPECIES, y, j + n))
          .intoArray(z, k + n);
    }
    for (; n < count; n++) {
      z[k + n] = x[i + n] * y[j + n];
    }
  }

  static void div(float[] x, int i, float[] y, int j, float[] z, int k, int count) {
    int whole = SPECIES.loopBound(count);
    int n = 0;
    for (; n <= whole - 4 * LENGTH; n += 4 * LENGTH) {
      FloatVector.fromArray(SPECIES, x, i + n)
          .div(FloatVector.fromArray(SPECIES, y, j + n))
          .intoArray(z, k + n);
      FloatVector.fromArray(SPECIES, x, i + n + LENGTH)
          .div(FloatVector.fromArray(SPECIES, y, j + n + LENGTH))
          .intoArray(z, k + n + LENGTH);
      FloatVector.fromArray(SPECIES, x, i + n + 2 * LENGTH)
          .div(FloatVector.fromArray(SPECIES, y, j + n + 2 * LENGTH))
          .intoArray(z, k + n + 2 * LENGTH);
      FloatVector.fromArray(SPECIES, x, i + n + 3 * LENGTH)
          .div(FloatVector.fromArray(SPECIES, y, j + n + 3 * LENGTH))
          .intoArray(z, k + n + 3 * LENGTH);
    }
    for (; n < whole; n += LENGTH) {
      FloatVector.fromArray(SPECIES, x, i + n)
          .div(FloatVector.fromArray(SPECIES, y, j + n))
          .intoArray(z, k + n);
    }
    for (; n < count; n++) {
      z[k + n] = x[i + n] / y[j + n];
    }
  }

  static void min(float[] x, int i, float[] y, int j, float[] z, int k, int count) {
    int whole = SPECIES.loopBound(count);
    int n = 0;
    for (; n <= whole - 4 * LENGTH; n += 4 * LENGTH) {
      FloatVector.fromArray(SPECIES, x, i + n)
          .min(FloatVector.fromArray(SPECIES, y, j + n))
          .intoArray(z, k + n);
      FloatVector.fromArray(SPECIES, x, i + n + LENGTH)
          .min(FloatVector.fromArray(SPECIES, y, j + n + LENGTH))
          .intoArray(z, k + n + LENGTH);
      FloatVector.fromArray(SPECIES, x, i + n + 2 * LENGTH)
          .min(FloatVector.fromArray(SPECIES, y, j + n + 2 * LENGTH))
          .intoArray(z, k + n + 2 * LENGTH);
      FloatVector.fromArray(SPECIES, x, i + n + 3 * LENGTH)
          .min(FloatVector.fromArray(SPECIES, y, j + n + 3 * LENGTH))
          .intoArray(z, k + n + 3 * LENGTH);
    }
    for (; n < whole; n += LENGTH) {
      FloatVector.fromArray(SPECIES, x, i + n)
          .min(FloatVector.fromArray(SPECIES, y, j + n))
          .intoArray(z, k + n);
    }
    for (; n < count; n++) {
      z[k + n] = Math.min(x[i + n], y[j + n]);
    }
  }

  static void max(float[] x, int i, float[] y, int j, float[] z, int k, int count) {
    int whole = SPECIES.loopBound(count);
    int n = 0;
    for (; n <= whole - 4 * LENGTH; n += 4 * LENGTH) {
      FloatVector.fromArray(SPECIES, x, i + n)
          .max(FloatVector.fromArray(SPECIES, y, j + n))
          .intoArray(z, k + n);
      FloatVector.fromArray(SPECIES, x, i + n + LENGTH)
          .max(FloatVector.fromArray(SPECIES, y, j + n + LENGTH))
          .intoArray(z, k + n + LENGTH);
      FloatVector.fromArray(SPECIES, x, i + n + 2 * LENGTH)
          .max(FloatVector.fromArray(SPECIES, y, j + n + 2 * LENGTH))
          .intoArray(z, k + n + 2 * LENGTH);
      FloatVector.fromArray(SPECIES, x, i + n + 3 * LENGTH)
          .max(FloatVector.fromArray(SPECIES, y, j + n + 3 * LENGTH))
          .intoArray(z, k + n + 3 * LENGTH);
    }
    for (; n < whole; n += LENGTH) {
      FloatVector.fromArray(SPECIES, x, i + n)
          .max(FloatVector.fromArray(SPECIES, y, j + n))
          .intoArray(z, k + n);
    }
    for (; n < count; n++) {
      z[k + n] = Math.max(x[i + n], y[j + n]);
    }
  }
}
