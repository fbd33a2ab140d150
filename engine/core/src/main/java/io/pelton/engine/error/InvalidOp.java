package io.pelton.engine.error;

/** A node can't exist as it was written: a type or shape rule, or an attribute, is violated. */
public final class InvalidOp extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String node;
  private final String op;
  private final String reason;

  public InvalidOp(String node, String op, String reason) {
    super("Node '" + node + "' (" + op + "): " + reason);
    this.node = node;
    this.op = op;
    this.reason = reason;
  }

  public String node() {
    return node;
  }

  public String op() {
    return op;
  }

  public String reason() {
    return reason;
  }
}
