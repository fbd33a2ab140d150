package io.pelton.cpu.vector.matmul;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** One row times panels: several at once, so that enough sums are under way. */
final class SingleRow {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LENGTH = SPECIES.length();
  private static final int WIDTH = Panels.WIDTH;

  private SingleRow() {}

  /**
   * @param edge scratch of a panel's width
   */
  static void multiply(
      float[] x, int i, int inner, int columns, float[] panels, float[] edge, float[] y, int k) {
    int size = WIDTH * inner;
    int column = 0;
    for (; column + 4 * WIDTH <= columns; column += 4 * WIDTH) {
      four(x, i, inner, panels, Panels.start(column, inner), size, y, k + column);
    }
    for (; column + 2 * WIDTH <= columns; column += 2 * WIDTH) {
      two(x, i, inner, panels, Panels.start(column, inner), size, y, k + column);
    }
    for (; column < columns; column += WIDTH) {
      int left = columns - column;
      int width = Panels.width(left);
      boolean isRagged = left < width;
      float[] sums = isRagged ? edge : y;
      int target = isRagged ? 0 : k + column;
      if (width == WIDTH) {
        wide(x, i, inner, panels, Panels.start(column, inner), sums, target);
      } else {
        narrow(x, i, inner, panels, Panels.start(column, inner), sums, target);
      }
      if (isRagged) {
        Rows.paste(edge, width, 1, left, y, k + column, columns);
      }
    }
  }

  private static void four(
      float[] a, int at, int inner, float[] b, int bt, int panel, float[] c, int ct) {
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
      int from = k * WIDTH;
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

  private static void two(
      float[] a, int at, int inner, float[] b, int bt, int panel, float[] c, int ct) {
    FloatVector s0a = FloatVector.zero(SPECIES);
    FloatVector s0b = FloatVector.zero(SPECIES);
    FloatVector s1a = FloatVector.zero(SPECIES);
    FloatVector s1b = FloatVector.zero(SPECIES);
    int p1 = bt + panel;
    for (int k = 0; k < inner; k++) {
      FloatVector x = FloatVector.broadcast(SPECIES, a[at + k]);
      int from = k * WIDTH;
      s0a = x.fma(FloatVector.fromArray(SPECIES, b, bt + from), s0a);
      s0b = x.fma(FloatVector.fromArray(SPECIES, b, bt + from + LENGTH), s0b);
      s1a = x.fma(FloatVector.fromArray(SPECIES, b, p1 + from), s1a);
      s1b = x.fma(FloatVector.fromArray(SPECIES, b, p1 + from + LENGTH), s1b);
    }
    s0a.intoArray(c, ct);
    s0b.intoArray(c, ct + LENGTH);
    s1a.intoArray(c, ct + 2 * LENGTH);
    s1b.intoArray(c, ct + 3 * LENGTH);
  }

  private static void wide(float[] a, int at, int inner, float[] b, int bt, float[] c, int ct) {
    FloatVector s0 = FloatVector.zero(SPECIES);
    FloatVector s1 = FloatVector.zero(SPECIES);
    for (int k = 0; k < inner; k++) {
      FloatVector x = FloatVector.broadcast(SPECIES, a[at + k]);
      s0 = x.fma(FloatVector.fromArray(SPECIES, b, bt + k * WIDTH), s0);
      s1 = x.fma(FloatVector.fromArray(SPECIES, b, bt + k * WIDTH + LENGTH), s1);
    }
    s0.intoArray(c, ct);
    s1.intoArray(c, ct + LENGTH);
  }

  private static void narrow(float[] a, int at, int inner, float[] b, int bt, float[] c, int ct) {
    FloatVector s0 = FloatVector.zero(SPECIES);
    for (int k = 0; k < inner; k++) {
      FloatVector x = FloatVector.broadcast(SPECIES, a[at + k]);
      s0 = x.fma(FloatVector.fromArray(SPECIES, b, bt + k * LENGTH), s0);
    }
    s0.intoArray(c, ct);
  }
}
