package io.pelton.cpu.vector.matmul;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The kernels of six rows as of {@link DirectTiles}, for the 16 registers of machines without
 * vectors of 512 bits. An index for each row: with one for all, C2 of JDK 17 or of JDK 25 has no
 * register left for a sum.
 */
final class DirectSixTiles {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LENGTH = SPECIES.length();
  private static final int WIDTH = Panels.WIDTH;

  private DirectSixTiles() {}

  /** Panels of two vectors. */
  static void wide(
      float[] x,
      int i,
      int inner,
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
    int i0 = i;
    int i1 = i + inner;
    int i2 = i + 2 * inner;
    int i3 = i + 3 * inner;
    int i4 = i + 4 * inner;
    int i5 = i + 5 * inner;
    int end = bt + steps * WIDTH;
    for (int n = bt; n < end; n += WIDTH) {
      FloatVector b0 = FloatVector.fromArray(SPECIES, b, n);
      FloatVector b1 = FloatVector.fromArray(SPECIES, b, n + LENGTH);
      FloatVector x0 = FloatVector.broadcast(SPECIES, x[i0]);
      s0a = b0.fma(x0, s0a);
      s0b = b1.fma(x0, s0b);
      FloatVector x1 = FloatVector.broadcast(SPECIES, x[i1]);
      s1a = b0.fma(x1, s1a);
      s1b = b1.fma(x1, s1b);
      FloatVector x2 = FloatVector.broadcast(SPECIES, x[i2]);
      s2a = b0.fma(x2, s2a);
      s2b = b1.fma(x2, s2b);
      FloatVector x3 = FloatVector.broadcast(SPECIES, x[i3]);
      s3a = b0.fma(x3, s3a);
      s3b = b1.fma(x3, s3b);
      FloatVector x4 = FloatVector.broadcast(SPECIES, x[i4]);
      s4a = b0.fma(x4, s4a);
      s4b = b1.fma(x4, s4b);
      FloatVector x5 = FloatVector.broadcast(SPECIES, x[i5]);
      s5a = b0.fma(x5, s5a);
      s5b = b1.fma(x5, s5b);
      i0++;
      i1++;
      i2++;
      i3++;
      i4++;
      i5++;
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

  /** Panels of one vector. */
  static void narrow(
      float[] x,
      int i,
      int inner,
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
    int i0 = i;
    int i1 = i + inner;
    int i2 = i + 2 * inner;
    int i3 = i + 3 * inner;
    int i4 = i + 4 * inner;
    int i5 = i + 5 * inner;
    int end = bt + steps * LENGTH;
    for (int n = bt; n < end; n += LENGTH) {
      FloatVector b0 = FloatVector.fromArray(SPECIES, b, n);
      FloatVector x0 = FloatVector.broadcast(SPECIES, x[i0]);
      s0 = b0.fma(x0, s0);
      FloatVector x1 = FloatVector.broadcast(SPECIES, x[i1]);
      s1 = b0.fma(x1, s1);
      FloatVector x2 = FloatVector.broadcast(SPECIES, x[i2]);
      s2 = b0.fma(x2, s2);
      FloatVector x3 = FloatVector.broadcast(SPECIES, x[i3]);
      s3 = b0.fma(x3, s3);
      FloatVector x4 = FloatVector.broadcast(SPECIES, x[i4]);
      s4 = b0.fma(x4, s4);
      FloatVector x5 = FloatVector.broadcast(SPECIES, x[i5]);
      s5 = b0.fma(x5, s5);
      i0++;
      i1++;
      i2++;
      i3++;
      i4++;
      i5++;
    }
    s0.intoArray(c, ct);
    s1.intoArray(c, ct + stride);
    s2.intoArray(c, ct + 2 * stride);
    s3.intoArray(c, ct + 3 * stride);
    s4.intoArray(c, ct + 4 * stride);
    s5.intoArray(c, ct + 5 * stride);
  }
}
