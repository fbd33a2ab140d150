package io.pelton.engine.error;

/**
 * What one iteration of a loop left does not fit what the loop needs of it, such as an element of a
 * scan output that has another shape than the elements before.
 */
public final class IterationMismatch extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String node;
  private final String op;
  private final long iteration;
  private final String value;
  private final String expected;
  private final String found;

  /**
   * @param iteration from 0 on
   * @param value what the body calls it
   */
  public IterationMismatch(
      String node, String op, long iteration, String value, String expected, String found) {
    super(
        "Node '"
            + node
            + "' ("
            + op
            + "), iteration "
            + iteration
            + ": '"
            + value
            + "' should be "
            + expected
            + " but is "
            + found
            + ". Let the body leave the same shape in every iteration, or declare no lengths for"
            + " what changes.");
    this.node = node;
    this.op = op;
    this.iteration = iteration;
    this.value = value;
    this.expected = expected;
    this.found = found;
  }

  public String node() {
    return node;
  }

  public String op() {
    return op;
  }

  public long iteration() {
    return iteration;
  }

  public String value() {
    return value;
  }

  public String expected() {
    return expected;
  }

  public String found() {
    return found;
  }
}
