package io.pelton.flink.error;

import org.apache.flink.annotation.PublicEvolving;

/** A function of vectors was called with vectors of different lengths. */
@PublicEvolving
public final class VectorMismatch extends ConnectorException {
  private static final long serialVersionUID = 1L;

  private final String function;
  private final int expected;
  private final int found;

  public VectorMismatch(String function, int expected, int found) {
    super(
        function
            + ": expected vectors of one length, found "
            + expected
            + " and "
            + found
            + " elements; compare vectors of one model, or leave others out with CARDINALITY(…).");
    this.function = function;
    this.expected = expected;
    this.found = found;
  }

  public String function() {
    return function;
  }

  /** Elements of the first vector. */
  public int expected() {
    return expected;
  }

  /** Elements of another one. */
  public int found() {
    return found;
  }
}
