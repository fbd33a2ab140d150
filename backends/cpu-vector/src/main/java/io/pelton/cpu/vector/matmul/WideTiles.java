package io.pelton.cpu.vector.matmul;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** Kernels of {@link Tiles} for panels of two vectors. */
final class WideTiles {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LENGTH = SPECIES.length();
  private static final int WIDTH = Panels.WIDTH;
  private static final int STRIDE = Tiles.STRIDE;

  private WideTiles() {}

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
    FloatVector s0a = FloatVector.fromArray(SPECIES, start, st);
    FloatVector s0b = FloatVector.fromArray(SPECIES, start, st + LENGTH);
    FloatVector s1a = FloatVector.fromArray(SPECIES, start, st + pace);
    FloatVector s1b = FloatVector.fromArray(SPECIES, start, st + pace + LENGTH);
    FloatVector s2a = FloatVector.fromArray(SPECIES, start, st + 2 * pace);
    FloatVector s2b = FloatVector.fromArray(SPECIES, start, st + 2 * pace + LENGTH);
    FloatVector s3a = FloatVector.fromArray(SPECIES, start, st + 3 * pace);
    FloatVector s3b = FloatVector.fromArray(SPECIES, start, st + 3 * pace + LENGTH);
    FloatVector s4a = FloatVector.fromArray(SPECIES, start, st + 4 * pace);
    FloatVector s4b = FloatVector.fromArray(SPECIES, start, st + 4 * pace + LENGTH);
    FloatVector s5a = FloatVector.fromArray(SPECIES, start, st + 5 * pace);
    FloatVector s5b = FloatVector.fromArray(SPECIES, start, st + 5 * pace + LENGTH);
    FloatVector s6a = FloatVector.fromArray(SPECIES, start, st + 6 * pace);
    FloatVector s6b = FloatVector.fromArray(SPECIES, start, st + 6 * pace + LENGTH);
    FloatVector s7a = FloatVector.fromArray(SPECIES, start, st + 7 * pace);
    FloatVector s7b = FloatVector.fromArray(SPECIES, start, st + 7 * pace + LENGTH);
    FloatVector s8a = FloatVector.fromArray(SPECIES, start, st + 8 * pace);
    FloatVector s8b = FloatVector.fromArray(SPECIES, start, st + 8 * pace + LENGTH);
    FloatVector s9a = FloatVector.fromArray(SPECIES, start, st + 9 * pace);
    FloatVector s9b = FloatVector.fromArray(SPECIES, start, st + 9 * pace + LENGTH);
    for (int k = 0; k < steps; k++) {
      FloatVector b0 = FloatVector.fromArray(SPECIES, b, bt + k * WIDTH);
      FloatVector b1 = FloatVector.fromArray(SPECIES, b, bt + k * WIDTH + LENGTH);
      FloatVector a0 = FloatVector.broadcast(SPECIES, a[at + k]);
      s0a = a0.fma(b0, s0a);
      s0b = a0.fma(b1, s0b);
      FloatVector a1 = FloatVector.broadcast(SPECIES, a[at + k + STRIDE]);
      s1a = a1.fma(b0, s1a);
      s1b = a1.fma(b1, s1b);
      FloatVector a2 = FloatVector.broadcast(SPECIES, a[at + k + 2 * STRIDE]);
      s2a = a2.fma(b0, s2a);
      s2b = a2.fma(b1, s2b);
      FloatVector a3 = FloatVector.broadcast(SPECIES, a[at + k + 3 * STRIDE]);
      s3a = a3.fma(b0, s3a);
      s3b = a3.fma(b1, s3b);
      FloatVector a4 = FloatVector.broadcast(SPECIES, a[at + k + 4 * STRIDE]);
      s4a = a4.fma(b0, s4a);
      s4b = a4.fma(b1, s4b);
      FloatVector a5 = FloatVector.broadcast(SPECIES, a[at + k + 5 * STRIDE]);
      s5a = a5.fma(b0, s5a);
      s5b = a5.fma(b1, s5b);
      FloatVector a6 = FloatVector.broadcast(SPECIES, a[at + k + 6 * STRIDE]);
      s6a = a6.fma(b0, s6a);
      s6b = a6.fma(b1, s6b);
      FloatVector a7 = FloatVector.broadcast(SPECIES, a[at + k + 7 * STRIDE]);
      s7a = a7.fma(b0, s7a);
      s7b = a7.fma(b1, s7b);
      FloatVector a8 = FloatVector.broadcast(SPECIES, a[at + k + 8 * STRIDE]);
      s8a = a8.fma(b0, s8a);
      s8b = a8.fma(b1, s8b);
      FloatVector a9 = FloatVector.broadcast(SPECIES, a[at + k + 9 * STRIDE]);
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
    FloatVector s0a = FloatVector.fromArray(SPECIES, start, st);
    FloatVector s0b = FloatVector.fromArray(SPECIES, start, st + LENGTH);
    FloatVector s1a = FloatVector.fromArray(SPECIES, start, st + pace);
    FloatVector s1b = FloatVector.fromArray(SPECIES, start, st + pace + LENGTH);
    FloatVector s2a = FloatVector.fromArray(SPECIES, start, st + 2 * pace);
    FloatVector s2b = FloatVector.fromArray(SPECIES, start, st + 2 * pace + LENGTH);
    FloatVector s3a = FloatVector.fromArray(SPECIES, start, st + 3 * pace);
    FloatVector s3b = FloatVector.fromArray(SPECIES, start, st + 3 * pace + LENGTH);
    FloatVector s4a = FloatVector.fromArray(SPECIES, start, st + 4 * pace);
    FloatVector s4b = FloatVector.fromArray(SPECIES, start, st + 4 * pace + LENGTH);
    FloatVector s5a = FloatVector.fromArray(SPECIES, start, st + 5 * pace);
    FloatVector s5b = FloatVector.fromArray(SPECIES, start, st + 5 * pace + LENGTH);
    int end = bt + steps * WIDTH;
    int i = at;
    for (int n = bt; n < end; n += WIDTH) {
      FloatVector b0 = FloatVector.fromArray(SPECIES, b, n);
      FloatVector b1 = FloatVector.fromArray(SPECIES, b, n + LENGTH);
      FloatVector a0 = FloatVector.broadcast(SPECIES, a[i]);
      s0a = b0.fma(a0, s0a);
      s0b = b1.fma(a0, s0b);
      FloatVector a1 = FloatVector.broadcast(SPECIES, a[i + STRIDE]);
      s1a = b0.fma(a1, s1a);
      s1b = b1.fma(a1, s1b);
      FloatVector a2 = FloatVector.broadcast(SPECIES, a[i + 2 * STRIDE]);
      s2a = b0.fma(a2, s2a);
      s2b = b1.fma(a2, s2b);
      FloatVector a3 = FloatVector.broadcast(SPECIES, a[i + 3 * STRIDE]);
      s3a = b0.fma(a3, s3a);
      s3b = b1.fma(a3, s3b);
      FloatVector a4 = FloatVector.broadcast(SPECIES, a[i + 4 * STRIDE]);
      s4a = b0.fma(a4, s4a);
      s4b = b1.fma(a4, s4b);
      FloatVector a5 = FloatVector.broadcast(SPECIES, a[i + 5 * STRIDE]);
      s5a = b0.fma(a5, s5a);
      s5b = b1.fma(a5, s5b);
      i++;
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
    FloatVector s0a = FloatVector.fromArray(SPECIES, start, st);
    FloatVector s0b = FloatVector.fromArray(SPECIES, start, st + LENGTH);
    FloatVector s1a = FloatVector.fromArray(SPECIES, start, st + pace);
    FloatVector s1b = FloatVector.fromArray(SPECIES, start, st + pace + LENGTH);
    FloatVector s2a = FloatVector.fromArray(SPECIES, start, st + 2 * pace);
    FloatVector s2b = FloatVector.fromArray(SPECIES, start, st + 2 * pace + LENGTH);
    FloatVector s3a = FloatVector.fromArray(SPECIES, start, st + 3 * pace);
    FloatVector s3b = FloatVector.fromArray(SPECIES, start, st + 3 * pace + LENGTH);
    int end = bt + steps * WIDTH;
    int i = at;
    for (int n = bt; n < end; n += WIDTH) {
      FloatVector b0 = FloatVector.fromArray(SPECIES, b, n);
      FloatVector b1 = FloatVector.fromArray(SPECIES, b, n + LENGTH);
      FloatVector a0 = FloatVector.broadcast(SPECIES, a[i]);
      s0a = b0.fma(a0, s0a);
      s0b = b1.fma(a0, s0b);
      FloatVector a1 = FloatVector.broadcast(SPECIES, a[i + STRIDE]);
      s1a = b0.fma(a1, s1a);
      s1b = b1.fma(a1, s1b);
      FloatVector a2 = FloatVector.broadcast(SPECIES, a[i + 2 * STRIDE]);
      s2a = b0.fma(a2, s2a);
      s2b = b1.fma(a2, s2b);
      FloatVector a3 = FloatVector.broadcast(SPECIES, a[i + 3 * STRIDE]);
      s3a = b0.fma(a3, s3a);
      s3b = b1.fma(a3, s3b);
      i++;
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
    FloatVector s0a = FloatVector.fromArray(SPECIES, start, st);
    FloatVector s0b = FloatVector.fromArray(SPECIES, start, st + LENGTH);
    FloatVector s1a = FloatVector.fromArray(SPECIES, start, st + pace);
    FloatVector s1b = FloatVector.fromArray(SPECIES, start, st + pace + LENGTH);
    int end = bt + steps * WIDTH;
    int i = at;
    for (int n = bt; n < end; n += WIDTH) {
      FloatVector b0 = FloatVector.fromArray(SPECIES, b, n);
      FloatVector b1 = FloatVector.fromArray(SPECIES, b, n + LENGTH);
      FloatVector a0 = FloatVector.broadcast(SPECIES, a[i]);
      s0a = b0.fma(a0, s0a);
      s0b = b1.fma(a0, s0b);
      FloatVector a1 = FloatVector.broadcast(SPECIES, a[i + STRIDE]);
      s1a = b0.fma(a1, s1a);
      s1b = b1.fma(a1, s1b);
      i++;
    }
    s0a.intoArray(c, ct);
    s0b.intoArray(c, ct + LENGTH);
    s1a.intoArray(c, ct + stride);
    s1b.intoArray(c, ct + stride + LENGTH);
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
    FloatVector s0a = FloatVector.fromArray(SPECIES, start, st);
    FloatVector s0b = FloatVector.fromArray(SPECIES, start, st + LENGTH);
    int end = bt + steps * WIDTH;
    int i = at;
    for (int n = bt; n < end; n += WIDTH) {
      FloatVector b0 = FloatVector.fromArray(SPECIES, b, n);
      FloatVector b1 = FloatVector.fromArray(SPECIES, b, n + LENGTH);
      FloatVector a0 = FloatVector.broadcast(SPECIES, a[i]);
      s0a = b0.fma(a0, s0a);
      s0b = b1.fma(a0, s0b);
      i++;
    }
    s0a.intoArray(c, ct);
    s0b.intoArray(c, ct + LENGTH);
  }
}
