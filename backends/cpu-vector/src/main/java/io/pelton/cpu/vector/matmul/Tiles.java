package io.pelton.cpu.vector.matmul;

import jdk.incubator.vector.FloatVector;

/**
 * Multiplies a tile of a few rows by some rows of a panel: element (r, j) of the tile's result is
 * the sum of {@code a[at + k + r * STRIDE] * b[bt + k * width + j]} over k in order, one fused
 * multiply-add a step, and starts from {@code start[st + r * pace + j]}. Rows that lie a constant
 * apart need one index for all of them.
 *
 * <p>The number of rows goes by the registers that vectors have: ten rows of two sums each leave
 * room for the operands in 32 of them, six rows in 16. Both JDK 17 and 25 keep these in registers,
 * at the machine's peak; of six rows only where the loop counts by the panel and the panel's vector
 * is what {@code fma} is called on: otherwise one of them spills a sum, which halves the speed.
 */
final class Tiles {
  /** Rows of the tallest tile that keeps its sums in registers. */
  static final int ROWS = FloatVector.SPECIES_PREFERRED.vectorBitSize() == 512 ? 10 : 6;

  /** Steps over k at once, at most: so much of a panel and a tile fits the first-level cache. */
  static final int DEPTH = 256;

  /** From a row of a tile to the next: no multiple of what makes lines of a cache collide. */
  static final int STRIDE = DEPTH + 16;

  private Tiles() {}

  /** Rows of the tallest tile for so many that are left. */
  static int height(int left) {
    return left >= ROWS ? ROWS : left >= 6 ? 6 : left >= 4 ? 4 : left >= 2 ? 2 : 1;
  }

  /**
   * Panels of two vectors.
   *
   * @param pace from a row of {@code start} to the next; 0 where all start alike
   * @param stride from a row of {@code c} to the next
   */
  static void wide(
      int height,
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
    switch (height) {
      case 10 -> WideTiles.rows10(a, at, b, bt, steps, start, st, pace, c, ct, stride);
      case 6 -> WideTiles.rows6(a, at, b, bt, steps, start, st, pace, c, ct, stride);
      case 4 -> WideTiles.rows4(a, at, b, bt, steps, start, st, pace, c, ct, stride);
      case 2 -> WideTiles.rows2(a, at, b, bt, steps, start, st, pace, c, ct, stride);
      case 1 -> WideTiles.rows1(a, at, b, bt, steps, start, st, pace, c, ct, stride);
      default -> throw new IllegalArgumentException("no kernel of " + height + " rows");
    }
  }

  /** The same for panels of one vector. */
  static void narrow(
      int height,
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
    switch (height) {
      case 10 -> NarrowTiles.rows10(a, at, b, bt, steps, start, st, pace, c, ct, stride);
      case 6 -> NarrowTiles.rows6(a, at, b, bt, steps, start, st, pace, c, ct, stride);
      case 4 -> NarrowTiles.rows4(a, at, b, bt, steps, start, st, pace, c, ct, stride);
      case 2 -> NarrowTiles.rows2(a, at, b, bt, steps, start, st, pace, c, ct, stride);
      case 1 -> NarrowTiles.rows1(a, at, b, bt, steps, start, st, pace, c, ct, stride);
      default -> throw new IllegalArgumentException("no kernel of " + height + " rows");
    }
  }
}
