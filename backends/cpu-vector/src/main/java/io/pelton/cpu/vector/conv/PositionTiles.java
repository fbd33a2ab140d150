package io.pelton.cpu.vector.conv;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The kernels for vectors of outputs: a few channels, whose kernels lie as {@code w[from + k *
 * channels + c]}, at vectors of flat positions. Sums start from 0 and take the taps in order; they
 * go to the positions they belong to, in rows of {@code y} that lie {@code pitch} apart. Their
 * number of channels goes by the registers that vectors have.
 */
final class PositionTiles {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;

  /** Channels of the largest tile that keeps its sums in registers. */
  static final int CHANNELS = SPECIES.vectorBitSize() == 512 ? 8 : 4;

  private PositionTiles() {}

  /** Channels of the next tile where so many of all are left; it may have more. */
  static int height(int left, int all) {
    return all == 1 ? 1 : left > 4 ? CHANNELS : 4;
  }

  /** What the number of vectors is filled up to a multiple of. */
  static int vectors(int kernels) {
    return kernels == 1 ? 4 : 2;
  }

  /** All vectors of a tile's channels. */
  static void multiply(
      int height, float[] x, int[] taps, float[] w, int from, int[] starts, float[] y, int pitch) {
    switch (height) {
      case 8 -> {
        int n = 0;
        while (n < starts.length) {
          int left = starts.length - n;
          if (left == 2 || left == 4) {
            eightByTwo(x, taps, w, from, starts[n], starts[n + 1], y, pitch);
            n += 2;
          } else {
            eightByThree(x, taps, w, from, starts[n], starts[n + 1], starts[n + 2], y, pitch);
            n += 3;
          }
        }
      }
      case 4 -> {
        for (int n = 0; n < starts.length; n += 2) {
          fourByTwo(x, taps, w, from, starts[n], starts[n + 1], y, pitch);
        }
      }
      case 1 -> {
        for (int n = 0; n < starts.length; n += 4) {
          oneByFour(x, taps, w, from, starts[n], starts[n + 1], starts[n + 2], starts[n + 3], y);
        }
      }
      default -> throw new IllegalArgumentException("no kernel of " + height + " channels");
    }
  }

  /** Eight channels, three vectors. */
  static void eightByThree(
      float[] x, int[] taps, float[] w, int from, int pa, int pb, int pc, float[] y, int pitch) {
    FloatVector s0a = FloatVector.zero(SPECIES);
    FloatVector s0b = FloatVector.zero(SPECIES);
    FloatVector s0c = FloatVector.zero(SPECIES);
    FloatVector s1a = FloatVector.zero(SPECIES);
    FloatVector s1b = FloatVector.zero(SPECIES);
    FloatVector s1c = FloatVector.zero(SPECIES);
    FloatVector s2a = FloatVector.zero(SPECIES);
    FloatVector s2b = FloatVector.zero(SPECIES);
    FloatVector s2c = FloatVector.zero(SPECIES);
    FloatVector s3a = FloatVector.zero(SPECIES);
    FloatVector s3b = FloatVector.zero(SPECIES);
    FloatVector s3c = FloatVector.zero(SPECIES);
    FloatVector s4a = FloatVector.zero(SPECIES);
    FloatVector s4b = FloatVector.zero(SPECIES);
    FloatVector s4c = FloatVector.zero(SPECIES);
    FloatVector s5a = FloatVector.zero(SPECIES);
    FloatVector s5b = FloatVector.zero(SPECIES);
    FloatVector s5c = FloatVector.zero(SPECIES);
    FloatVector s6a = FloatVector.zero(SPECIES);
    FloatVector s6b = FloatVector.zero(SPECIES);
    FloatVector s6c = FloatVector.zero(SPECIES);
    FloatVector s7a = FloatVector.zero(SPECIES);
    FloatVector s7b = FloatVector.zero(SPECIES);
    FloatVector s7c = FloatVector.zero(SPECIES);
    for (int k = 0; k < taps.length; k++) {
      int tap = taps[k];
      FloatVector xa = FloatVector.fromArray(SPECIES, x, pa + tap);
      FloatVector xb = FloatVector.fromArray(SPECIES, x, pb + tap);
      FloatVector xc = FloatVector.fromArray(SPECIES, x, pc + tap);
      FloatVector w0 = FloatVector.broadcast(SPECIES, w[from + k * 8]);
      s0a = w0.fma(xa, s0a);
      s0b = w0.fma(xb, s0b);
      s0c = w0.fma(xc, s0c);
      FloatVector w1 = FloatVector.broadcast(SPECIES, w[from + k * 8 + 1]);
      s1a = w1.fma(xa, s1a);
      s1b = w1.fma(xb, s1b);
      s1c = w1.fma(xc, s1c);
      FloatVector w2 = FloatVector.broadcast(SPECIES, w[from + k * 8 + 2]);
      s2a = w2.fma(xa, s2a);
      s2b = w2.fma(xb, s2b);
      s2c = w2.fma(xc, s2c);
      FloatVector w3 = FloatVector.broadcast(SPECIES, w[from + k * 8 + 3]);
      s3a = w3.fma(xa, s3a);
      s3b = w3.fma(xb, s3b);
      s3c = w3.fma(xc, s3c);
      FloatVector w4 = FloatVector.broadcast(SPECIES, w[from + k * 8 + 4]);
      s4a = w4.fma(xa, s4a);
      s4b = w4.fma(xb, s4b);
      s4c = w4.fma(xc, s4c);
      FloatVector w5 = FloatVector.broadcast(SPECIES, w[from + k * 8 + 5]);
      s5a = w5.fma(xa, s5a);
      s5b = w5.fma(xb, s5b);
      s5c = w5.fma(xc, s5c);
      FloatVector w6 = FloatVector.broadcast(SPECIES, w[from + k * 8 + 6]);
      s6a = w6.fma(xa, s6a);
      s6b = w6.fma(xb, s6b);
      s6c = w6.fma(xc, s6c);
      FloatVector w7 = FloatVector.broadcast(SPECIES, w[from + k * 8 + 7]);
      s7a = w7.fma(xa, s7a);
      s7b = w7.fma(xb, s7b);
      s7c = w7.fma(xc, s7c);
    }
    s0a.intoArray(y, pa);
    s0b.intoArray(y, pb);
    s0c.intoArray(y, pc);
    s1a.intoArray(y, pitch + pa);
    s1b.intoArray(y, pitch + pb);
    s1c.intoArray(y, pitch + pc);
    s2a.intoArray(y, 2 * pitch + pa);
    s2b.intoArray(y, 2 * pitch + pb);
    s2c.intoArray(y, 2 * pitch + pc);
    s3a.intoArray(y, 3 * pitch + pa);
    s3b.intoArray(y, 3 * pitch + pb);
    s3c.intoArray(y, 3 * pitch + pc);
    s4a.intoArray(y, 4 * pitch + pa);
    s4b.intoArray(y, 4 * pitch + pb);
    s4c.intoArray(y, 4 * pitch + pc);
    s5a.intoArray(y, 5 * pitch + pa);
    s5b.intoArray(y, 5 * pitch + pb);
    s5c.intoArray(y, 5 * pitch + pc);
    s6a.intoArray(y, 6 * pitch + pa);
    s6b.intoArray(y, 6 * pitch + pb);
    s6c.intoArray(y, 6 * pitch + pc);
    s7a.intoArray(y, 7 * pitch + pa);
    s7b.intoArray(y, 7 * pitch + pb);
    s7c.intoArray(y, 7 * pitch + pc);
  }

  /** Eight channels, two vectors. */
  static void eightByTwo(
      float[] x, int[] taps, float[] w, int from, int pa, int pb, float[] y, int pitch) {
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
    for (int k = 0; k < taps.length; k++) {
      int tap = taps[k];
      FloatVector xa = FloatVector.fromArray(SPECIES, x, pa + tap);
      FloatVector xb = FloatVector.fromArray(SPECIES, x, pb + tap);
      FloatVector w0 = FloatVector.broadcast(SPECIES, w[from + k * 8]);
      s0a = w0.fma(xa, s0a);
      s0b = w0.fma(xb, s0b);
      FloatVector w1 = FloatVector.broadcast(SPECIES, w[from + k * 8 + 1]);
      s1a = w1.fma(xa, s1a);
      s1b = w1.fma(xb, s1b);
      FloatVector w2 = FloatVector.broadcast(SPECIES, w[from + k * 8 + 2]);
      s2a = w2.fma(xa, s2a);
      s2b = w2.fma(xb, s2b);
      FloatVector w3 = FloatVector.broadcast(SPECIES, w[from + k * 8 + 3]);
      s3a = w3.fma(xa, s3a);
      s3b = w3.fma(xb, s3b);
      FloatVector w4 = FloatVector.broadcast(SPECIES, w[from + k * 8 + 4]);
      s4a = w4.fma(xa, s4a);
      s4b = w4.fma(xb, s4b);
      FloatVector w5 = FloatVector.broadcast(SPECIES, w[from + k * 8 + 5]);
      s5a = w5.fma(xa, s5a);
      s5b = w5.fma(xb, s5b);
      FloatVector w6 = FloatVector.broadcast(SPECIES, w[from + k * 8 + 6]);
      s6a = w6.fma(xa, s6a);
      s6b = w6.fma(xb, s6b);
      FloatVector w7 = FloatVector.broadcast(SPECIES, w[from + k * 8 + 7]);
      s7a = w7.fma(xa, s7a);
      s7b = w7.fma(xb, s7b);
    }
    s0a.intoArray(y, pa);
    s0b.intoArray(y, pb);
    s1a.intoArray(y, pitch + pa);
    s1b.intoArray(y, pitch + pb);
    s2a.intoArray(y, 2 * pitch + pa);
    s2b.intoArray(y, 2 * pitch + pb);
    s3a.intoArray(y, 3 * pitch + pa);
    s3b.intoArray(y, 3 * pitch + pb);
    s4a.intoArray(y, 4 * pitch + pa);
    s4b.intoArray(y, 4 * pitch + pb);
    s5a.intoArray(y, 5 * pitch + pa);
    s5b.intoArray(y, 5 * pitch + pb);
    s6a.intoArray(y, 6 * pitch + pa);
    s6b.intoArray(y, 6 * pitch + pb);
    s7a.intoArray(y, 7 * pitch + pa);
    s7b.intoArray(y, 7 * pitch + pb);
  }

  /** Four channels, two vectors. */
  static void fourByTwo(
      float[] x, int[] taps, float[] w, int from, int pa, int pb, float[] y, int pitch) {
    FloatVector s0a = FloatVector.zero(SPECIES);
    FloatVector s0b = FloatVector.zero(SPECIES);
    FloatVector s1a = FloatVector.zero(SPECIES);
    FloatVector s1b = FloatVector.zero(SPECIES);
    FloatVector s2a = FloatVector.zero(SPECIES);
    FloatVector s2b = FloatVector.zero(SPECIES);
    FloatVector s3a = FloatVector.zero(SPECIES);
    FloatVector s3b = FloatVector.zero(SPECIES);
    for (int k = 0; k < taps.length; k++) {
      int tap = taps[k];
      FloatVector xa = FloatVector.fromArray(SPECIES, x, pa + tap);
      FloatVector xb = FloatVector.fromArray(SPECIES, x, pb + tap);
      FloatVector w0 = FloatVector.broadcast(SPECIES, w[from + k * 4]);
      s0a = w0.fma(xa, s0a);
      s0b = w0.fma(xb, s0b);
      FloatVector w1 = FloatVector.broadcast(SPECIES, w[from + k * 4 + 1]);
      s1a = w1.fma(xa, s1a);
      s1b = w1.fma(xb, s1b);
      FloatVector w2 = FloatVector.broadcast(SPECIES, w[from + k * 4 + 2]);
      s2a = w2.fma(xa, s2a);
      s2b = w2.fma(xb, s2b);
      FloatVector w3 = FloatVector.broadcast(SPECIES, w[from + k * 4 + 3]);
      s3a = w3.fma(xa, s3a);
      s3b = w3.fma(xb, s3b);
    }
    s0a.intoArray(y, pa);
    s0b.intoArray(y, pb);
    s1a.intoArray(y, pitch + pa);
    s1b.intoArray(y, pitch + pb);
    s2a.intoArray(y, 2 * pitch + pa);
    s2b.intoArray(y, 2 * pitch + pb);
    s3a.intoArray(y, 3 * pitch + pa);
    s3b.intoArray(y, 3 * pitch + pb);
  }

  /** One channel, four vectors. */
  static void oneByFour(
      float[] x, int[] taps, float[] w, int from, int pa, int pb, int pc, int pd, float[] y) {
    FloatVector s0a = FloatVector.zero(SPECIES);
    FloatVector s0b = FloatVector.zero(SPECIES);
    FloatVector s0c = FloatVector.zero(SPECIES);
    FloatVector s0d = FloatVector.zero(SPECIES);
    for (int k = 0; k < taps.length; k++) {
      int tap = taps[k];
      FloatVector xa = FloatVector.fromArray(SPECIES, x, pa + tap);
      FloatVector xb = FloatVector.fromArray(SPECIES, x, pb + tap);
      FloatVector xc = FloatVector.fromArray(SPECIES, x, pc + tap);
      FloatVector xd = FloatVector.fromArray(SPECIES, x, pd + tap);
      FloatVector w0 = FloatVector.broadcast(SPECIES, w[from + k]);
      s0a = w0.fma(xa, s0a);
      s0b = w0.fma(xb, s0b);
      s0c = w0.fma(xc, s0c);
      s0d = w0.fma(xd, s0d);
    }
    s0a.intoArray(y, pa);
    s0b.intoArray(y, pb);
    s0c.intoArray(y, pc);
    s0d.intoArray(y, pd);
  }
}
