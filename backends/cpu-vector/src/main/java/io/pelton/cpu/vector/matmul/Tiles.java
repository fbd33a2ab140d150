package io.pelton.cpu.vector.matmul;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The kernels: a tile of a few rows, {@code a[at + k * rows + r]}, times a panel, {@code b[bt + k *
 * WIDTH + j]}, into rows of {@code c} that lie {@code stride} apart. Sums start from 0 and take k
 * in order. Their number of rows goes by the registers that vectors have: ten rows of two sums each
 * leave room for the operands in 32 of them, six rows in 16.
 */
final class Tiles {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LENGTH = SPECIES.length();

  /** Rows of the tallest tile that keeps its sums in registers. */
  static final int ROWS = SPECIES.vectorBitSize() == 512 ? 10 : 6;

  private Tiles() {}

  /** Rows of the tallest tile for so many that are left. */
  static int height(int left) {
    return left >= ROWS ? ROWS : left >= 6 ? 6 : left >= 4 ? 4 : left >= 2 ? 2 : 1;
  }

  /** One of the kernels below. */
  static void multiply(
      int height, float[] a, int at, float[] b, int bt, int inner, float[] c, int ct, int stride) {
    switch (height) {
      case 10 -> rows10(a, at, b, bt, inner, c, ct, stride);
      case 6 -> rows6(a, at, b, bt, inner, c, ct, stride);
      case 4 -> rows4(a, at, b, bt, inner, c, ct, stride);
      case 2 -> rows2(a, at, b, bt, inner, c, ct, stride);
      case 1 -> rows1(a, at, b, bt, inner, c, ct);
      default -> throw new IllegalArgumentException("no kernel of " + height + " rows");
    }
  }

  /** 10 rows. */
  static void rows10(
      float[] a, int at, float[] b, int bt, int inner, float[] c, int ct, int stride) {
    FloatVector s0a = FloatVector.zero(SPECIES);
    FloatVector s0b = FloatVector.zero(SPECIES);
    FloatVector s1a = FloatVector.zero(SPECIES);
    FloatVector s1b = FloatVector.zero(SPECIES);
    FloatVector s2a = FloatVector.zero(SPECIES);
    FloatVector s2b = FloatVector.zero(SPECIES);
    FloatVector s3a = FloatVector.zero(SPECIES);
    FloatVector s3b = FloatVector.zero(SPECIES);
    FloatVector s4a = FloatVector.zero(SPECIES);
    FloatVector s4b = FloatVector.zero(SPECIES);
    FloatVector s5a = FloatVector.zero(SPECIES);
    FloatVector s5b = FloatVector.zero(SPECIES);
    FloatVector s6a = FloatVector.zero(SPECIES);
    FloatVector s6b = FloatVector.zero(SPECIES);
    FloatVector s7a = FloatVector.zero(SPECIES);
    FloatVector s7b = FloatVector.zero(SPECIES);
    FloatVector s8a = FloatVector.zero(SPECIES);
    FloatVector s8b = FloatVector.zero(SPECIES);
    FloatVector s9a = FloatVector.zero(SPECIES);
    FloatVector s9b = FloatVector.zero(SPECIES);
    for (int k = 0; k < inner; k++) {
      FloatVector b0 = FloatVector.fromArray(SPECIES, b, bt + k * Panels.WIDTH);
      FloatVector b1 = FloatVector.fromArray(SPECIES, b, bt + k * Panels.WIDTH + LENGTH);
      FloatVector a0 = FloatVector.broadcast(SPECIES, a[at + k * 10]);
      s0a = a0.fma(b0, s0a);
      s0b = a0.fma(b1, s0b);
      FloatVector a1 = FloatVector.broadcast(SPECIES, a[at + k * 10 + 1]);
      s1a = a1.fma(b0, s1a);
      s1b = a1.fma(b1, s1b);
      FloatVector a2 = FloatVector.broadcast(SPECIES, a[at + k * 10 + 2]);
      s2a = a2.fma(b0, s2a);
      s2b = a2.fma(b1, s2b);
      FloatVector a3 = FloatVector.broadcast(SPECIES, a[at + k * 10 + 3]);
      s3a = a3.fma(b0, s3a);
      s3b = a3.fma(b1, s3b);
      FloatVector a4 = FloatVector.broadcast(SPECIES, a[at + k * 10 + 4]);
      s4a = a4.fma(b0, s4a);
      s4b = a4.fma(b1, s4b);
      FloatVector a5 = FloatVector.broadcast(SPECIES, a[at + k * 10 + 5]);
      s5a = a5.fma(b0, s5a);
      s5b = a5.fma(b1, s5b);
      FloatVector a6 = FloatVector.broadcast(SPECIES, a[at + k * 10 + 6]);
      s6a = a6.fma(b0, s6a);
      s6b = a6.fma(b1, s6b);
      FloatVector a7 = FloatVector.broadcast(SPECIES, a[at + k * 10 + 7]);
      s7a = a7.fma(b0, s7a);
      s7b = a7.fma(b1, s7b);
      FloatVector a8 = FloatVector.broadcast(SPECIES, a[at + k * 10 + 8]);
      s8a = a8.fma(b0, s8a);
      s8b = a8.fma(b1, s8b);
      FloatVector a9 = FloatVector.broadcast(SPECIES, a[at + k * 10 + 9]);
      s9a = a9.fma(b0, s9a);
      s9b = a9.fma(b1, s9b);
    }
    s0a.intoArray(c, ct);
    s0b.intoArray(c, ct + LENGTH);
    s1a.intoArray(c, ct + stride);
    s1b.intoArray(c, ct + stride + LENGTH);
    s2a.intoArray(c, ct + 2 * stride);
    s2b.intoArray(c, ct + 2 * stride + LENGTH);
    s3a.intoArray(c, ct + 3 * stride);
    s3b.intoArray(c, ct + 3 * stride + LENGTH);
    s4a.intoArray(c, ct + 4 * stride);
    s4b.intoArray(c, ct + 4 * stride + LENGTH);
    s5a.intoArray(c, ct + 5 * stride);
    s5b.intoArray(c, ct + 5 * stride + LENGTH);
    s6a.intoArray(c, ct + 6 * stride);
    s6b.intoArray(c, ct + 6 * stride + LENGTH);
    s7a.intoArray(c, ct + 7 * stride);
    s7b.intoArray(c, ct + 7 * stride + LENGTH);
    s8a.intoArray(c, ct + 8 * stride);
    s8b.intoArray(c, ct + 8 * stride + LENGTH);
    s9a.intoArray(c, ct + 9 * stride);
    s9b.intoArray(c, ct + 9 * stride + LENGTH);
  }

  /** 6 rows. */
  static void rows6(
      float[] a, int at, float[] b, int bt, int inner, float[] c, int ct, int stride) {
    FloatVector s0a = FloatVector.zero(SPECIES);
    FloatVector s0b = FloatVector.zero(SPECIES);
    FloatVector s1a = FloatVector.zero(SPECIES);
    FloatVector s1b = FloatVector.zero(SPECIES);
    FloatVector s2a = FloatVector.zero(SPECIES);
    FloatVector s2b = FloatVector.zero(SPECIES);
    FloatVector s3a = FloatVector.zero(SPECIES);
    FloatVector s3b = FloatVector.zero(SPECIES);
    FloatVector s4a = FloatVector.zero(SPECIES);
    FloatVector s4b = FloatVector.zero(SPECIES);
    FloatVector s5a = FloatVector.zero(SPECIES);
    FloatVector s5b = FloatVector.zero(SPECIES);
    for (int k = 0; k < inner; k++) {
      FloatVector b0 = FloatVector.fromArray(SPECIES, b, bt + k * Panels.WIDTH);
      FloatVector b1 = FloatVector.fromArray(SPECIES, b, bt + k * Panels.WIDTH + LENGTH);
      FloatVector a0 = FloatVector.broadcast(SPECIES, a[at + k * 6]);
      s0a = a0.fma(b0, s0a);
      s0b = a0.fma(b1, s0b);
      FloatVector a1 = FloatVector.broadcast(SPECIES, a[at + k * 6 + 1]);
      s1a = a1.fma(b0, s1a);
      s1b = a1.fma(b1, s1b);
      FloatVector a2 = FloatVector.broadcast(SPECIES, a[at + k * 6 + 2]);
      s2a = a2.fma(b0, s2a);
      s2b = a2.fma(b1, s2b);
      FloatVector a3 = FloatVector.broadcast(SPECIES, a[at + k * 6 + 3]);
      s3a = a3.fma(b0, s3a);
      s3b = a3.fma(b1, s3b);
      FloatVector a4 = FloatVector.broadcast(SPECIES, a[at + k * 6 + 4]);
      s4a = a4.fma(b0, s4a);
      s4b = a4.fma(b1, s4b);
      FloatVector a5 = FloatVector.broadcast(SPECIES, a[at + k * 6 + 5]);
      s5a = a5.fma(b0, s5a);
      s5b = a5.fma(b1, s5b);
    }
    s0a.intoArray(c, ct);
    s0b.intoArray(c, ct + LENGTH);
    s1a.intoArray(c, ct + stride);
    s1b.intoArray(c, ct + stride + LENGTH);
    s2a.intoArray(c, ct + 2 * stride);
    s2b.intoArray(c, ct + 2 * stride + LENGTH);
    s3a.intoArray(c, ct + 3 * stride);
    s3b.intoArray(c, ct + 3 * stride + LENGTH);
    s4a.intoArray(c, ct + 4 * stride);
    s4b.intoArray(c, ct + 4 * stride + LENGTH);
    s5a.intoArray(c, ct + 5 * stride);
    s5b.intoArray(c, ct + 5 * stride + LENGTH);
  }

  /** 4 rows. */
  static void rows4(
      float[] a, int at, float[] b, int bt, int inner, float[] c, int ct, int stride) {
    FloatVector s0a = FloatVector.zero(SPECIES);
    FloatVector s0b = FloatVector.zero(SPECIES);
    FloatVector s1a = FloatVector.zero(SPECIES);
    FloatVector s1b = FloatVector.zero(SPECIES);
    FloatVector s2a = FloatVector.zero(SPECIES);
    FloatVector s2b = FloatVector.zero(SPECIES);
    FloatVector s3a = FloatVector.zero(SPECIES);
    FloatVector s3b = FloatVector.zero(SPECIES);
    for (int k = 0; k < inner; k++) {
      FloatVector b0 = FloatVector.fromArray(SPECIES, b, bt + k * Panels.WIDTH);
      FloatVector b1 = FloatVector.fromArray(SPECIES, b, bt + k * Panels.WIDTH + LENGTH);
      FloatVector a0 = FloatVector.broadcast(SPECIES, a[at + k * 4]);
      s0a = a0.fma(b0, s0a);
      s0b = a0.fma(b1, s0b);
      FloatVector a1 = FloatVector.broadcast(SPECIES, a[at + k * 4 + 1]);
      s1a = a1.fma(b0, s1a);
      s1b = a1.fma(b1, s1b);
      FloatVector a2 = FloatVector.broadcast(SPECIES, a[at + k * 4 + 2]);
      s2a = a2.fma(b0, s2a);
      s2b = a2.fma(b1, s2b);
      FloatVector a3 = FloatVector.broadcast(SPECIES, a[at + k * 4 + 3]);
      s3a = a3.fma(b0, s3a);
      s3b = a3.fma(b1, s3b);
    }
    s0a.intoArray(c, ct);
    s0b.intoArray(c, ct + LENGTH);
    s1a.intoArray(c, ct + stride);
    s1b.intoArray(c, ct + stride + LENGTH);
    s2a.intoArray(c, ct + 2 * stride);
    s2b.intoArray(c, ct + 2 * stride + LENGTH);
    s3a.intoArray(c, ct + 3 * stride);
    s3b.intoArray(c, ct + 3 * stride + LENGTH);
  }

  /** 2 rows. */
  static void rows2(
      float[] a, int at, float[] b, int bt, int inner, float[] c, int ct, int stride) {
    FloatVector s0a = FloatVector.zero(SPECIES);
    FloatVector s0b = FloatVector.zero(SPECIES);
    FloatVector s1a = FloatVector.zero(SPECIES);
    FloatVector s1b = FloatVector.zero(SPECIES);
    for (int k = 0; k < inner; k++) {
      FloatVector b0 = FloatVector.fromArray(SPECIES, b, bt + k * Panels.WIDTH);
      FloatVector b1 = FloatVector.fromArray(SPECIES, b, bt + k * Panels.WIDTH + LENGTH);
      FloatVector a0 = FloatVector.broadcast(SPECIES, a[at + k * 2]);
      s0a = a0.fma(b0, s0a);
      s0b = a0.fma(b1, s0b);
      FloatVector a1 = FloatVector.broadcast(SPECIES, a[at + k * 2 + 1]);
      s1a = a1.fma(b0, s1a);
      s1b = a1.fma(b1, s1b);
    }
    s0a.intoArray(c, ct);
    s0b.intoArray(c, ct + LENGTH);
    s1a.intoArray(c, ct + stride);
    s1b.intoArray(c, ct + stride + LENGTH);
  }

  /** One row. */
  static void rows1(float[] a, int at, float[] b, int bt, int inner, float[] c, int ct) {
    FloatVector s0a = FloatVector.zero(SPECIES);
    FloatVector s0b = FloatVector.zero(SPECIES);
    for (int k = 0; k < inner; k++) {
      FloatVector b0 = FloatVector.fromArray(SPECIES, b, bt + k * Panels.WIDTH);
      FloatVector b1 = FloatVector.fromArray(SPECIES, b, bt + k * Panels.WIDTH + LENGTH);
      FloatVector a0 = FloatVector.broadcast(SPECIES, a[at + k]);
      s0a = a0.fma(b0, s0a);
      s0b = a0.fma(b1, s0b);
    }
    s0a.intoArray(c, ct);
    s0b.intoArray(c, ct + LENGTH);
  }

  /** One row and four panels, which lie {@code panel} floats apart. */
  static void rowOfFour(
      float[] a, int at, float[] b, int bt, int inner, int panel, float[] c, int ct) {
    FloatVector s0a = FloatVector.zero(SPECIES);
    FloatVector s0b = FloatVector.zero(SPECIES);
    int p0 = bt;
    FloatVector s1a = FloatVector.zero(SPECIES);
    FloatVector s1b = FloatVector.zero(SPECIES);
    int p1 = bt + panel;
    FloatVector s2a = FloatVector.zero(SPECIES);
    FloatVector s2b = FloatVector.zero(SPECIES);
    int p2 = bt + 2 * panel;
    FloatVector s3a = FloatVector.zero(SPECIES);
    FloatVector s3b = FloatVector.zero(SPECIES);
    int p3 = bt + 3 * panel;
    for (int k = 0; k < inner; k++) {
      FloatVector x = FloatVector.broadcast(SPECIES, a[at + k]);
      int from = k * Panels.WIDTH;
      s0a = x.fma(FloatVector.fromArray(SPECIES, b, p0 + from), s0a);
      s0b = x.fma(FloatVector.fromArray(SPECIES, b, p0 + from + LENGTH), s0b);
      s1a = x.fma(FloatVector.fromArray(SPECIES, b, p1 + from), s1a);
      s1b = x.fma(FloatVector.fromArray(SPECIES, b, p1 + from + LENGTH), s1b);
      s2a = x.fma(FloatVector.fromArray(SPECIES, b, p2 + from), s2a);
      s2b = x.fma(FloatVector.fromArray(SPECIES, b, p2 + from + LENGTH), s2b);
      s3a = x.fma(FloatVector.fromArray(SPECIES, b, p3 + from), s3a);
      s3b = x.fma(FloatVector.fromArray(SPECIES, b, p3 + from + LENGTH), s3b);
    }
    s0a.intoArray(c, ct);
    s0b.intoArray(c, ct + LENGTH);
    s1a.intoArray(c, ct + 2 * LENGTH);
    s1b.intoArray(c, ct + 3 * LENGTH);
    s2a.intoArray(c, ct + 4 * LENGTH);
    s2b.intoArray(c, ct + 5 * LENGTH);
    s3a.intoArray(c, ct + 6 * LENGTH);
    s3b.intoArray(c, ct + 7 * LENGTH);
  }
}
