package io.pelton.cpu.vector.reduce;

/** The 16 partial sums of several sums, one sum's behind the other's. */
public final class Partials {
  private Partials() {}

  /** The sum of the 16 from {@code p} on. */
  public static float total(float[] partials, int p) {
    return (((partials[p] + partials[p + 8]) + (partials[p + 4] + partials[p + 12]))
            + ((partials[p + 2] + partials[p + 10]) + (partials[p + 6] + partials[p + 14])))
        + (((partials[p + 1] + partials[p + 9]) + (partials[p + 5] + partials[p + 13]))
            + ((partials[p + 3] + partials[p + 11]) + (partials[p + 7] + partials[p + 15])));
  }
}
