package io.pelton.cpu.vector.conv;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The kernels for vectors of channels: a panel of them, whose kernels lie as {@code w[from + k *
 * width + channel]}, at a few neighbouring flat positions from {@code p} on. Sums start from 0 and
 * take the taps in order; they go to {@code y}, position by position.
 */
final class ChannelTiles {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LENGTH = SPECIES.length();

  /** Channels of a wide panel. */
  static final int WIDE = 4 * LENGTH;

  /** Positions of the largest tile that keeps its sums in registers. */
  static final int POSITIONS = SPECIES.vectorBitSize() == 512 ? 4 : 2;

  private ChannelTiles() {}

  /** Channels of the next panel where so many are left; it may have more. */
  static int width(int left) {
    return left > WIDE / 2 ? WIDE : LENGTH;
  }

  /** Positions of the next tile where so many are left. */
  static int positions(int left) {
    return left >= POSITIONS ? POSITIONS : left >= 2 ? 2 : 1;
  }

  static void multiply(
      int width, int positions, float[] x, int[] taps, float[] w, int from, int p, float[] y) {
    if (width == LENGTH) {
      switch (positions) {
        case 4 -> fourByOne(x, taps, w, from, p, y);
        case 2 -> twoByOne(x, taps, w, from, p, y);
        default -> oneByOne(x, taps, w, from, p, y);
      }
      return;
    }
    switch (positions) {
      case 4 -> fourByFour(x, taps, w, from, p, y);
      case 2 -> twoByFour(x, taps, w, from, p, y);
      default -> oneByFour(x, taps, w, from, p, y);
    }
  }

  /** Four positions, four vectors. */
  private static void fourByFour(float[] x, int[] taps, float[] w, int from, int p, float[] y) {
    FloatVector s0a = FloatVector.zero(SPECIES);
    FloatVector s0b = FloatVector.zero(SPECIES);
    FloatVector s0c = FloatVector.zero(SPECIES);
    FloatVector s0d = FloatVector.zero(SPECIES);
    FloatVector s1a = FloatVector.zero(SPECIES);
    FloatVector s1b = FloatVector.zero(SPECIES);
    FloatVector s1c = FloatVector.zero(SPECIES);
    FloatVector s1d = FloatVector.zero(SPECIES);
    FloatVector s2a = FloatVector.zero(SPECIES);
    FloatVector s2b = FloatVector.zero(SPECIES);
    FloatVector s2c = FloatVector.zero(SPECIES);
    FloatVector s2d = FloatVector.zero(SPECIES);
    FloatVector s3a = FloatVector.zero(SPECIES);
    FloatVector s3b = FloatVector.zero(SPECIES);
    FloatVector s3c = FloatVector.zero(SPECIES);
    FloatVector s3d = FloatVector.zero(SPECIES);
    for (int k = 0; k < taps.length; k++) {
      int at = p + taps[k];
      FloatVector w0 = FloatVector.fromArray(SPECIES, w, from + k * 4 * LENGTH);
      FloatVector w1 = FloatVector.fromArray(SPECIES, w, from + k * 4 * LENGTH + LENGTH);
      FloatVector w2 = FloatVector.fromArray(SPECIES, w, from + k * 4 * LENGTH + 2 * LENGTH);
      FloatVector w3 = FloatVector.fromArray(SPECIES, w, from + k * 4 * LENGTH + 3 * LENGTH);
      FloatVector x0 = FloatVector.broadcast(SPECIES, x[at]);
      s0a = x0.fma(w0, s0a);
      s0b = x0.fma(w1, s0b);
      s0c = x0.fma(w2, s0c);
      s0d = x0.fma(w3, s0d);
      FloatVector x1 = FloatVector.broadcast(SPECIES, x[at + 1]);
      s1a = x1.fma(w0, s1a);
      s1b = x1.fma(w1, s1b);
      s1c = x1.fma(w2, s1c);
      s1d = x1.fma(w3, s1d);
      FloatVector x2 = FloatVector.broadcast(SPECIES, x[at + 2]);
      s2a = x2.fma(w0, s2a);
      s2b = x2.fma(w1, s2b);
      s2c = x2.fma(w2, s2c);
      s2d = x2.fma(w3, s2d);
      FloatVector x3 = FloatVector.broadcast(SPECIES, x[at + 3]);
      s3a = x3.fma(w0, s3a);
      s3b = x3.fma(w1, s3b);
      s3c = x3.fma(w2, s3c);
      s3d = x3.fma(w3, s3d);
    }
    s0a.intoArray(y, 0);
    s0b.intoArray(y, LENGTH);
    s0c.intoArray(y, 2 * LENGTH);
    s0d.intoArray(y, 3 * LENGTH);
    s1a.intoArray(y, 4 * LENGTH);
    s1b.intoArray(y, 5 * LENGTH);
    s1c.intoArray(y, 6 * LENGTH);
    s1d.intoArray(y, 7 * LENGTH);
    s2a.intoArray(y, 8 * LENGTH);
    s2b.intoArray(y, 9 * LENGTH);
    s2c.intoArray(y, 10 * LENGTH);
    s2d.intoArray(y, 11 * LENGTH);
    s3a.intoArray(y, 12 * LENGTH);
    s3b.intoArray(y, 13 * LENGTH);
    s3c.intoArray(y, 14 * LENGTH);
    s3d.intoArray(y, 15 * LENGTH);
  }

  /** Two positions, four vectors. */
  private static void twoByFour(float[] x, int[] taps, float[] w, int from, int p, float[] y) {
    FloatVector s0a = FloatVector.zero(SPECIES);
    FloatVector s0b = FloatVector.zero(SPECIES);
    FloatVector s0c = FloatVector.zero(SPECIES);
    FloatVector s0d = FloatVector.zero(SPECIES);
    FloatVector s1a = FloatVector.zero(SPECIES);
    FloatVector s1b = FloatVector.zero(SPECIES);
    FloatVector s1c = FloatVector.zero(SPECIES);
    FloatVector s1d = FloatVector.zero(SPECIES);
    for (int k = 0; k < taps.length; k++) {
      int at = p + taps[k];
      FloatVector w0 = FloatVector.fromArray(SPECIES, w, from + k * 4 * LENGTH);
      FloatVector w1 = FloatVector.fromArray(SPECIES, w, from + k * 4 * LENGTH + LENGTH);
      FloatVector w2 = FloatVector.fromArray(SPECIES, w, from + k * 4 * LENGTH + 2 * LENGTH);
      FloatVector w3 = FloatVector.fromArray(SPECIES, w, from + k * 4 * LENGTH + 3 * LENGTH);
      FloatVector x0 = FloatVector.broadcast(SPECIES, x[at]);
      s0a = x0.fma(w0, s0a);
      s0b = x0.fma(w1, s0b);
      s0c = x0.fma(w2, s0c);
      s0d = x0.fma(w3, s0d);
      FloatVector x1 = FloatVector.broadcast(SPECIES, x[at + 1]);
      s1a = x1.fma(w0, s1a);
      s1b = x1.fma(w1, s1b);
      s1c = x1.fma(w2, s1c);
      s1d = x1.fma(w3, s1d);
    }
    s0a.intoArray(y, 0);
    s0b.intoArray(y, LENGTH);
    s0c.intoArray(y, 2 * LENGTH);
    s0d.intoArray(y, 3 * LENGTH);
    s1a.intoArray(y, 4 * LENGTH);
    s1b.intoArray(y, 5 * LENGTH);
    s1c.intoArray(y, 6 * LENGTH);
    s1d.intoArray(y, 7 * LENGTH);
  }

  /** One position, four vectors. */
  private static void oneByFour(float[] x, int[] taps, float[] w, int from, int p, float[] y) {
    FloatVector s0a = FloatVector.zero(SPECIES);
    FloatVector s0b = FloatVector.zero(SPECIES);
    FloatVector s0c = FloatVector.zero(SPECIES);
    FloatVector s0d = FloatVector.zero(SPECIES);
    for (int k = 0; k < taps.length; k++) {
      int at = p + taps[k];
      FloatVector w0 = FloatVector.fromArray(SPECIES, w, from + k * 4 * LENGTH);
      FloatVector w1 = FloatVector.fromArray(SPECIES, w, from + k * 4 * LENGTH + LENGTH);
      FloatVector w2 = FloatVector.fromArray(SPECIES, w, from + k * 4 * LENGTH + 2 * LENGTH);
      FloatVector w3 = FloatVector.fromArray(SPECIES, w, from + k * 4 * LENGTH + 3 * LENGTH);
      FloatVector x0 = FloatVector.broadcast(SPECIES, x[at]);
      s0a = x0.fma(w0, s0a);
      s0b = x0.fma(w1, s0b);
      s0c = x0.fma(w2, s0c);
      s0d = x0.fma(w3, s0d);
    }
    s0a.intoArray(y, 0);
    s0b.intoArray(y, LENGTH);
    s0c.intoArray(y, 2 * LENGTH);
    s0d.intoArray(y, 3 * LENGTH);
  }

  /** Four positions, one vector. */
  private static void fourByOne(float[] x, int[] taps, float[] w, int from, int p, float[] y) {
    FloatVector s0 = FloatVector.zero(SPECIES);
    FloatVector s1 = FloatVector.zero(SPECIES);
    FloatVector s2 = FloatVector.zero(SPECIES);
    FloatVector s3 = FloatVector.zero(SPECIES);
    for (int k = 0; k < taps.length; k++) {
      int at = p + taps[k];
      FloatVector w0 = FloatVector.fromArray(SPECIES, w, from + k * LENGTH);
      FloatVector x0 = FloatVector.broadcast(SPECIES, x[at]);
      s0 = x0.fma(w0, s0);
      FloatVector x1 = FloatVector.broadcast(SPECIES, x[at + 1]);
      s1 = x1.fma(w0, s1);
      FloatVector x2 = FloatVector.broadcast(SPECIES, x[at + 2]);
      s2 = x2.fma(w0, s2);
      FloatVector x3 = FloatVector.broadcast(SPECIES, x[at + 3]);
      s3 = x3.fma(w0, s3);
    }
    s0.intoArray(y, 0);
    s1.intoArray(y, LENGTH);
    s2.intoArray(y, 2 * LENGTH);
    s3.intoArray(y, 3 * LENGTH);
  }

  /** Two positions, one vector. */
  private static void twoByOne(float[] x, int[] taps, float[] w, int from, int p, float[] y) {
    FloatVector s0 = FloatVector.zero(SPECIES);
    FloatVector s1 = FloatVector.zero(SPECIES);
    for (int k = 0; k < taps.length; k++) {
      int at = p + taps[k];
      FloatVector w0 = FloatVector.fromArray(SPECIES, w, from + k * LENGTH);
      FloatVector x0 = FloatVector.broadcast(SPECIES, x[at]);
      s0 = x0.fma(w0, s0);
      FloatVector x1 = FloatVector.broadcast(SPECIES, x[at + 1]);
      s1 = x1.fma(w0, s1);
    }
    s0.intoArray(y, 0);
    s1.intoArray(y, LENGTH);
  }

  /** One position, one vector. */
  private static void oneByOne(float[] x, int[] taps, float[] w, int from, int p, float[] y) {
    FloatVector s0 = FloatVector.zero(SPECIES);
    for (int k = 0; k < taps.length; k++) {
      int at = p + taps[k];
      FloatVector w0 = FloatVector.fromArray(SPECIES, w, from + k * LENGTH);
      FloatVector x0 = FloatVector.broadcast(SPECIES, x[at]);
      s0 = x0.fma(w0, s0);
    }
    s0.intoArray(y, 0);
  }
}
