package io.pelton.cpu.vector.matmul;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** Kernels of {@link Tiles} for panels of one vector. */
final class NarrowTiles {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LENGTH = SPECIES.length();
  private static final int STRIDE = Tiles.STRIDE;

  private NarrowTiles() {}

  /** Ten rows. */
  static void rows10(
      float[] a,
      int at,
      float[] b,
      int bt,
      int steps,
      float[] start,
      int st,
      int pace,
      float[] c,
      int ct,
      int stride) {
    FloatVector s0 = FloatVector.fromArray(SPECIES, start, st);
    FloatVector s1 = FloatVector.fromArray(SPECIES, start, st + pace);
    FloatVector s2 = FloatVector.fromArray(SPECIES, start, st + 2 * pace);
    FloatVector s3 = FloatVector.fromArray(SPECIES, start, st + 3 * pace);
    FloatVector s4 = FloatVector.fromArray(SPECIES, start, st + 4 * pace);
    FloatVector s5 = FloatVector.fromArray(SPECIES, start, st + 5 * pace);
    FloatVector s6 = FloatVector.fromArray(SPECIES, start, st + 6 * pace);
    FloatVector s7 = FloatVector.fromArray(SPECIES, start, st + 7 * pace);
    FloatVector s8 = FloatVector.fromArray(SPECIES, start, st + 8 * pace);
    FloatVector s9 = FloatVector.fromArray(SPECIES, start, st + 9 * pace);
    for (int k = 0; k < steps; k++) {
      FloatVector b0 = FloatVector.fromArray(SPECIES, b, bt + k * LENGTH);
      FloatVector a0 = FloatVector.broadcast(SPECIES, a[at + k]);
      s0 = a0.fma(b0, s0);
      FloatVector a1 = FloatVector.broadcast(SPECIES, a[at + k + STRIDE]);
      s1 = a1.fma(b0, s1);
      FloatVector a2 = FloatVector.broadcast(SPECIES, a[at + k + 2 * STRIDE]);
      s2 = a2.fma(b0, s2);
      FloatVector a3 = FloatVector.broadcast(SPECIES, a[at + k + 3 * STRIDE]);
      s3 = a3.fma(b0, s3);
      FloatVector a4 = FloatVector.broadcast(SPECIES, a[at + k + 4 * STRIDE]);
      s4 = a4.fma(b0, s4);
      FloatVector a5 = FloatVector.broadcast(SPECIES, a[at + k + 5 * STRIDE]);
      s5 = a5.fma(b0, s5);
      FloatVector a6 = FloatVector.broadcast(SPECIES, a[at + k + 6 * STRIDE]);
      s6 = a6.fma(b0, s6);
      FloatVector a7 = FloatVector.broadcast(SPECIES, a[at + k + 7 * STRIDE]);
      s7 = a7.fma(b0, s7);
      FloatVector a8 = FloatVector.broadcast(SPECIES, a[at + k + 8 * STRIDE]);
      s8 = a8.fma(b0, s8);
      FloatVector a9 = FloatVector.broadcast(SPECIES, a[at + k + 9 * STRIDE]);
      s9 = a9.fma(b0, s9);
    }
    s0.intoArray(c, ct);
    s1.intoArray(c, ct + stride);
    s2.intoArray(c, ct + 2 * stride);
    s3.intoArray(c, ct + 3 * stride);
    s4.intoArray(c, ct + 4 * stride);
    s5.intoArray(c, ct + 5 * stride);
    s6.intoArray(c, ct + 6 * stride);
    s7.intoArray(c, ct + 7 * stride);
    s8.intoArray(c, ct + 8 * stride);
    s9.intoArray(c, ct + 9 * stride);
  }

  /** Six rows. */
  static void rows6(
      float[] a,
      int at,
      float[] b,
      int bt,
      int steps,
      float[] start,
      int st,
      int pace,
      float[] c,
      int ct,
      int stride) {
    FloatVector s0 = FloatVector.fromArray(SPECIES, start, st);
    FloatVector s1 = FloatVector.fromArray(SPECIES, start, st + pace);
    FloatVector s2 = FloatVector.fromArray(SPECIES, start, st + 2 * pace);
    FloatVector s3 = FloatVector.fromArray(SPECIES, start, st + 3 * pace);
    FloatVector s4 = FloatVector.fromArray(SPECIES, start, st + 4 * pace);
    FloatVector s5 = FloatVector.fromArray(SPECIES, start, st + 5 * pace);
    int end = bt + steps * LENGTH;
    int i = at;
    for (int n = bt; n < end; n += LENGTH) {
      FloatVector b0 = FloatVector.fromArray(SPECIES, b, n);
      FloatVector a0 = FloatVector.broadcast(SPECIES, a[i]);
      s0 = b0.fma(a0, s0);
      FloatVector a1 = FloatVector.broadcast(SPECIES, a[i + STRIDE]);
      s1 = b0.fma(a1, s1);
      FloatVector a2 = FloatVector.broadcast(SPECIES, a[i + 2 * STRIDE]);
      s2 = b0.fma(a2, s2);
      FloatVector a3 = FloatVector.broadcast(SPECIES, a[i + 3 * STRIDE]);
      s3 = b0.fma(a3, s3);
      FloatVector a4 = FloatVector.broadcast(SPECIES, a[i + 4 * STRIDE]);
      s4 = b0.fma(a4, s4);
      FloatVector a5 = FloatVector.broadcast(SPECIES, a[i + 5 * STRIDE]);
      s5 = b0.fma(a5, s5);
      i++;
    }
    s0.intoArray(c, ct);
    s1.intoArray(c, ct + stride);
    s2.intoArray(c, ct + 2 * stride);
    s3.intoArray(c, ct + 3 * stride);
    s4.intoArray(c, ct + 4 * stride);
    s5.intoArray(c, ct + 5 * stride);
  }

  /** Four rows. */
  static void rows4(
      float[] a,
      int at,
      float[] b,
      int bt,
      int steps,
      float[] start,
      int st,
      int pace,
      float[] c,
      int ct,
      int stride) {
    FloatVector s0 = FloatVector.fromArray(SPECIES, start, st);
    FloatVector s1 = FloatVector.fromArray(SPECIES, start, st + pace);
    FloatVector s2 = FloatVector.fromArray(SPECIES, start, st + 2 * pace);
    FloatVector s3 = FloatVector.fromArray(SPECIES, start, st + 3 * pace);
    int end = bt + steps * LENGTH;
    int i = at;
    for (int n = bt; n < end; n += LENGTH) {
      FloatVector b0 = FloatVector.fromArray(SPECIES, b, n);
      FloatVector a0 = FloatVector.broadcast(SPECIES, a[i]);
      s0 = b0.fma(a0, s0);
      FloatVector a1 = FloatVector.broadcast(SPECIES, a[i + STRIDE]);
      s1 = b0.fma(a1, s1);
      FloatVector a2 = FloatVector.broadcast(SPECIES, a[i + 2 * STRIDE]);
      s2 = b0.fma(a2, s2);
      FloatVector a3 = FloatVector.broadcast(SPECIES, a[i + 3 * STRIDE]);
      s3 = b0.fma(a3, s3);
      i++;
    }
    s0.intoArray(c, ct);
    s1.intoArray(c, ct + stride);
    s2.intoArray(c, ct + 2 * stride);
    s3.intoArray(c, ct + 3 * stride);
  }

  /** Two rows. */
  static void rows2(
      float[] a,
      int at,
      float[] b,
      int bt,
      int steps,
      float[] start,
      int st,
      int pace,
      float[] c,
      int ct,
      int stride) {
    FloatVector s0 = FloatVector.fromArray(SPECIES, start, st);
    FloatVector s1 = FloatVector.fromArray(SPECIES, start, st + pace);
    int end = bt + steps * LENGTH;
    int i = at;
    for (int n = bt; n < end; n += LENGTH) {
      FloatVector b0 = FloatVector.fromArray(SPECIES, b, n);
      FloatVector a0 = FloatVector.broadcast(SPECIES, a[i]);
      s0 = b0.fma(a0, s0);
      FloatVector a1 = FloatVector.broadcast(SPECIES, a[i + STRIDE]);
      s1 = b0.fma(a1, s1);
      i++;
    }
    s0.intoArray(c, ct);
    s1.intoArray(c, ct + stride);
  }

  /** One row. */
  static void rows1(
      float[] a,
      int at,
      float[] b,
      int bt,
      int steps,
      float[] start,
      int st,
      int pace,
      float[] c,
      int ct,
      int stride) {
    FloatVector s0 = FloatVector.fromArray(SPECIES, start, st);
    int end = bt + steps * LENGTH;
    int i = at;
    for (int n = bt; n < end; n += LENGTH) {
      FloatVector b0 = FloatVector.fromArray(SPECIES, b, n);
      FloatVector a0 = FloatVector.broadcast(SPECIES, a[i]);
      s0 = b0.fma(a0, s0);
      i++;
    }
    s0.intoArray(c, ct);
  }
}
