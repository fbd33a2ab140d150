package io.pelton.engine.optimize;

/** What a rule does to the bits of results. */
public sealed interface Exactness {
  /** The same bits. */
  record Exact() implements Exactness {
    @Override
    public String toString() {
      return "EXACT";
    }
  }

  /**
   * Sums in another order, or rounds less often.
   *
   * @param tolerance largest difference of an element in float32, relative to the largest magnitude
   *     among the terms that are summed for it
   */
  record Reassociates(double tolerance) implements Exactness {
    public Reassociates {
      if (!(tolerance > 0)) {
        throw new IllegalArgumentException("tolerance should be positive but is " + tolerance);
      }
    }

    @Override
    public String toString() {
      return "REASSOCIATES(" + tolerance + ")";
    }
  }

  Exactness EXACT = new Exact();

  static Exactness reassociates(double tolerance) {
    return new Reassociates(tolerance);
  }
}
