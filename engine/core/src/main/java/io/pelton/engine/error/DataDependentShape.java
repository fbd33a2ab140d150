package io.pelton.engine.error;

/** A shape depends on values that are not known when it is planned. */
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
            + "', which are not known when it is planned. Executables and Realization plan it once"
            + " they are computed; what not even these find out has to be an input.");
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
