package io.pelton.engine.error;

/** A shape depends on values that are only known while the plan runs. */
public final class DataDependentShape extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String node;
  private final String op;
  private final String operand;

  public DataDependentShape(String node, String op, String operand) {
    super(
        "Node '"
            + node
            + "' ("
            + op
            + ") takes its output shape from the values of '"
            + operand
            + "', which are not known when the plan is made. Run the graph through Realization, or"
            + " without session state on the host alone.");
    this.node = node;
    this.op = op;
    this.operand = operand;
  }

  public String node() {
    return node;
  }

  public String op() {
    return op;
  }

  public String operand() {
    return operand;
  }
}
