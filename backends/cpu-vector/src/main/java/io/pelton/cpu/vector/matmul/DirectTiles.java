package io.pelton.cpu.vector.matmul;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The kernels of the tallest tiles as of {@link Tiles}, on rows that lie where they are, {@code
 * inner} apart. Slower than on a tile, but a tile takes a copy, which pays only where several
 * panels use it. Of ten rows, two steps share the work on ten indices; C2 makes the better loop of
 * twice a length than of a panel's width, and boxes vectors where the loop has twice the steps.
 */
final class DirectTiles {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LENGTH = SPECIES.length();
  private static final int WIDTH = Panels.WIDTH;

  private DirectTiles() {}

  /**
   * @param width of the panel
   * @param steps even where there are ten rows
   */
  static void multiply(
      int width,
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
    if (Tiles.ROWS == 6) {
      if (width == WIDTH) {
        DirectSixTiles.wide(x, i, inner, b, bt, steps, start, st, pace, c, ct, stride);
      } else {
        DirectSixTiles.narrow(x, i, inner, b, bt, steps, start, st, pace, c, ct, stride);
      }
    } else if (width == WIDTH) {
      wide(x, i, inner, b, bt, steps, start, st, pace, c, ct, stride);
    } else {
      narrow(x, i, inner, b, bt, steps, start, st, pace, c, ct, stride);
    }
  }

  private static void wide(
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
    FloatVector s6a = FloatVector.fromArray(SPECIES, start, st + 6 * pace);
    FloatVector s6b = FloatVector.fromArray(SPECIES, start, st + 6 * pace + LENGTH);
    FloatVector s7a = FloatVector.fromArray(SPECIES, start, st + 7 * pace);
    FloatVector s7b = FloatVector.fromArray(SPECIES, start, st + 7 * pace + LENGTH);
    FloatVector s8a = FloatVector.fromArray(SPECIES, start, st + 8 * pace);
    FloatVector s8b = FloatVector.fromArray(SPECIES, start, st + 8 * pace + LENGTH);
    FloatVector s9a = FloatVector.fromArray(SPECIES, start, st + 9 * pace);
    FloatVector s9b = FloatVector.fromArray(SPECIES, start, st + 9 * pace + LENGTH);
    int i1 = i + inner;
    int i2 = i + 2 * inner;
    int i3 = i + 3 * inner;
    int i4 = i + 4 * inner;
    int i5 = i + 5 * inner;
    int i6 = i + 6 * inner;
    int i7 = i + 7 * inner;
    int i8 = i + 8 * inner;
    int i9 = i + 9 * inner;
    for (int k = 0; k < steps; k += 2) {
      FloatVector b0 = FloatVector.fromArray(SPECIES, b, bt + k * 2 * LENGTH);
      FloatVector b1 = FloatVector.fromArray(SPECIES, b, bt + k * 2 * LENGTH + LENGTH);
      FloatVector x00 = FloatVector.broadcast(SPECIES, x[i + k]);
      s0a = x00.fma(b0, s0a);
      s0b = x00.fma(b1, s0b);
      FloatVector x01 = FloatVector.broadcast(SPECIES, x[i1 + k]);
      s1a = x01.fma(b0, s1a);
      s1b = x01.fma(b1, s1b);
      FloatVector x02 = FloatVector.broadcast(SPECIES, x[i2 + k]);
      s2a = x02.fma(b0, s2a);
      s2b = x02.fma(b1, s2b);
      FloatVector x03 = FloatVector.broadcast(SPECIES, x[i3 + k]);
      s3a = x03.fma(b0, s3a);
      s3b = x03.fma(b1, s3b);
      FloatVector x04 = FloatVector.broadcast(SPECIES, x[i4 + k]);
      s4a = x04.fma(b0, s4a);
      s4b = x04.fma(b1, s4b);
      FloatVector x05 = FloatVector.broadcast(SPECIES, x[i5 + k]);
      s5a = x05.fma(b0, s5a);
      s5b = x05.fma(b1, s5b);
      FloatVector x06 = FloatVector.broadcast(SPECIES, x[i6 + k]);
      s6a = x06.fma(b0, s6a);
      s6b = x06.fma(b1, s6b);
      FloatVector x07 = FloatVector.broadcast(SPECIES, x[i7 + k]);
      s7a = x07.fma(b0, s7a);
      s7b = x07.fma(b1, s7b);
      FloatVector x08 = FloatVector.broadcast(SPECIES, x[i8 + k]);
      s8a = x08.fma(b0, s8a);
      s8b = x08.fma(b1, s8b);
      FloatVector x09 = FloatVector.broadcast(SPECIES, x[i9 + k]);
      s9a = x09.fma(b0, s9a);
      s9b = x09.fma(b1, s9b);
      FloatVector b2 = FloatVector.fromArray(SPECIES, b, bt + k * 2 * LENGTH + 2 * LENGTH);
      FloatVector b3 = FloatVector.fromArray(SPECIES, b, bt + k * 2 * LENGTH + 3 * LENGTH);
      FloatVector x10 = FloatVector.broadcast(SPECIES, x[i + k + 1]);
      s0a = x10.fma(b2, s0a);
      s0b = x10.fma(b3, s0b);
      FloatVector x11 = FloatVector.broadcast(SPECIES, x[i1 + k + 1]);
      s1a = x11.fma(b2, s1a);
      s1b = x11.fma(b3, s1b);
      FloatVector x12 = FloatVector.broadcast(SPECIES, x[i2 + k + 1]);
      s2a = x12.fma(b2, s2a);
      s2b = x12.fma(b3, s2b);
      FloatVector x13 = FloatVector.broadcast(SPECIES, x[i3 + k + 1]);
      s3a = x13.fma(b2, s3a);
      s3b = x13.fma(b3, s3b);
      FloatVector x14 = FloatVector.broadcast(SPECIES, x[i4 + k + 1]);
      s4a = x14.fma(b2, s4a);
      s4b = x14.fma(b3, s4b);
      FloatVector x15 = FloatVector.broadcast(SPECIES, x[i5 + k + 1]);
      s5a = x15.fma(b2, s5a);
      s5b = x15.fma(b3, s5b);
      FloatVector x16 = FloatVector.broadcast(SPECIES, x[i6 + k + 1]);
      s6a = x16.fma(b2, s6a);
      s6b = x16.fma(b3, s6b);
      FloatVector x17 = FloatVector.broadcast(SPECIES, x[i7 + k + 1]);
      s7a = x17.fma(b2, s7a);
      s7b = x17.fma(b3, s7b);
      FloatVector x18 = FloatVector.broadcast(SPECIES, x[i8 + k + 1]);
      s8a = x18.fma(b2, s8a);
      s8b = x18.fma(b3, s8b);
      FloatVector x19 = FloatVector.broadcast(SPECIES, x[i9 + k + 1]);
      s9a = x19.fma(b2, s9a);
      s9b = x19.fma(b3, s9b);
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

  private static void narrow(
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
    FloatVector s6 = FloatVector.fromArray(SPECIES, start, st + 6 * pace);
    FloatVector s7 = FloatVector.fromArray(SPECIES, start, st + 7 * pace);
    FloatVector s8 = FloatVector.fromArray(SPECIES, start, st + 8 * pace);
    FloatVector s9 = FloatVector.fromArray(SPECIES, start, st + 9 * pace);
    int i1 = i + inner;
    int i2 = i + 2 * inner;
    int i3 = i + 3 * inner;
    int i4 = i + 4 * inner;
    int i5 = i + 5 * inner;
    int i6 = i + 6 * inner;
    int i7 = i + 7 * inner;
    int i8 = i + 8 * inner;
    int i9 = i + 9 * inner;
    for (int k = 0; k < steps; k += 2) {
      FloatVector b0 = FloatVector.fromArray(SPECIES, b, bt + k * LENGTH);
      FloatVector x00 = FloatVector.broadcast(SPECIES, x[i + k]);
      s0 = x00.fma(b0, s0);
      FloatVector x01 = FloatVector.broadcast(SPECIES, x[i1 + k]);
      s1 = x01.fma(b0, s1);
      FloatVector x02 = FloatVector.broadcast(SPECIES, x[i2 + k]);
      s2 = x02.fma(b0, s2);
      FloatVector x03 = FloatVector.broadcast(SPECIES, x[i3 + k]);
      s3 = x03.fma(b0, s3);
      FloatVector x04 = FloatVector.broadcast(SPECIES, x[i4 + k]);
      s4 = x04.fma(b0, s4);
      FloatVector x05 = FloatVector.broadcast(SPECIES, x[i5 + k]);
      s5 = x05.fma(b0, s5);
      FloatVector x06 = FloatVector.broadcast(SPECIES, x[i6 + k]);
      s6 = x06.fma(b0, s6);
      FloatVector x07 = FloatVector.broadcast(SPECIES, x[i7 + k]);
      s7 = x07.fma(b0, s7);
      FloatVector x08 = FloatVector.broadcast(SPECIES, x[i8 + k]);
      s8 = x08.fma(b0, s8);
      FloatVector x09 = FloatVector.broadcast(SPECIES, x[i9 + k]);
      s9 = x09.fma(b0, s9);
      FloatVector b1 = FloatVector.fromArray(SPECIES, b, bt + k * LENGTH + LENGTH);
      FloatVector x10 = FloatVector.broadcast(SPECIES, x[i + k + 1]);
      s0 = x10.fma(b1, s0);
      FloatVector x11 = FloatVector.broadcast(SPECIES, x[i1 + k + 1]);
      s1 = x11.fma(b1, s1);
      FloatVector x12 = FloatVector.broadcast(SPECIES, x[i2 + k + 1]);
      s2 = x12.fma(b1, s2);
      FloatVector x13 = FloatVector.broadcast(SPECIES, x[i3 + k + 1]);
      s3 = x13.fma(b1, s3);
      FloatVector x14 = FloatVector.broadcast(SPECIES, x[i4 + k + 1]);
      s4 = x14.fma(b1, s4);
      FloatVector x15 = FloatVector.broadcast(SPECIES, x[i5 + k + 1]);
      s5 = x15.fma(b1, s5);
      FloatVector x16 = FloatVector.broadcast(SPECIES, x[i6 + k + 1]);
      s6 = x16.fma(b1, s6);
      FloatVector x17 = FloatVector.broadcast(SPECIES, x[i7 + k + 1]);
      s7 = x17.fma(b1, s7);
      FloatVector x18 = FloatVector.broadcast(SPECIES, x[i8 + k + 1]);
      s8 = x18.fma(b1, s8);
      FloatVector x19 = FloatVector.broadcast(SPECIES, x[i9 + k + 1]);
      s9 = x19.fma(b1, s9);
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
}
