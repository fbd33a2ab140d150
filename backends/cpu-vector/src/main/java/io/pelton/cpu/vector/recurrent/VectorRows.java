package io.pelton.cpu.vector.recurrent;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** A row times a row-major matrix, some vectors of columns at once. */
public final class VectorRows {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LENGTH = SPECIES.length();

  private VectorRows() {}

  /**
   * {@code c[ct + j] = sum over i of a[at + i] * b[bt + i * columns + j]}, starting from 0.
   *
   * @param inner length of the row of {@code a}
   * @param columns length of the row of {@code c}
   */
  public static void multiply(
      float[] a, int at, float[] b, int bt, float[] c, int ct, int inner, int columns) {
    int j = 0;
    for (; j + 8 * LENGTH <= columns; j += 8 * LENGTH) {
      eight(a, at, b, bt + j, c, ct + j, inner, columns);
    }
    for (; j + LENGTH <= columns; j += LENGTH) {
      one(a, at, b, bt + j, c, ct + j, inner, columns);
    }
    for (; j < columns; j++) {
      float sum = 0;
      for (int i = 0; i < inner; i++) {
        sum = Math.fma(a[at + i], b[bt + i * columns + j], sum);
      }
      c[ct + j] = sum;
    }
  }

  /** Eight vectors of columns. */
  private static void eight(
      float[] a, int at, float[] b, int bt, float[] c, int ct, int inner, int columns) {
    FloatVector s0 = FloatVector.zero(SPECIES);
    FloatVector s1 = FloatVector.zero(SPECIES);
    FloatVector s2 = FloatVector.zero(SPECIES);
    FloatVector s3 = FloatVector.zero(SPECIES);
    FloatVector s4 = FloatVector.zero(SPECIES);
    FloatVector s5 = FloatVector.zero(SPECIES);
    FloatVector s6 = FloatVector.zero(SPECIES);
    FloatVector s7 = FloatVector.zero(SPECIES);
    int row = bt;
    for (int k = 0; k < inner; k++) {
      FloatVector x = FloatVector.broadcast(SPECIES, a[at + k]);
      s0 = x.fma(FloatVector.fromArray(SPECIES, b, row), s0);
      s1 = x.fma(FloatVector.fromArray(SPECIES, b, row + LENGTH), s1);
      s2 = x.fma(FloatVector.fromArray(SPECIES, b, row + 2 * LENGTH), s2);
      s3 = x.fma(FloatVector.fromArray(SPECIES, b, row + 3 * LENGTH), s3);
      s4 = x.fma(FloatVector.fromArray(SPECIES, b, row + 4 * LENGTH), s4);
      s5 = x.fma(FloatVector.fromArray(SPECIES, b, row + 5 * LENGTH), s5);
      s6 = x.fma(FloatVector.fromArray(SPECIES, b, row + 6 * LENGTH), s6);
      s7 = x.fma(FloatVector.fromArray(SPECIES, b, row + 7 * LENGTH), s7);
      row += columns;
    }
    s0.intoArray(c, ct);
    s1.intoArray(c, ct + LENGTH);
    s2.intoArray(c, ct + 2 * LENGTH);
    s3.intoArray(c, ct + 3 * LENGTH);
    s4.intoArray(c, ct + 4 * LENGTH);
    s5.intoArray(c, ct + 5 * LENGTH);
    s6.intoArray(c, ct + 6 * LENGTH);
    s7.intoArray(c, ct + 7 * LENGTH);
  }

  /** One vector of columns. */
  private static void one(
      float[] a, int at, float[] b, int bt, float[] c, int ct, int inner, int columns) {
    FloatVector s0 = FloatVector.zero(SPECIES);
    int row = bt;
    for (int k = 0; k < inner; k++) {
      FloatVector x = FloatVector.broadcast(SPECIES, a[at + k]);
      s0 = x.fma(FloatVector.fromArray(SPECIES, b, row), s0);
      row += columns;
    }
    s0.intoArray(c, ct);
  }
}
