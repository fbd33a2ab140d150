package io.pelton.engine.error;

/**
 * A value in the data is one that an op must refuse, such as an unseen category or an index out of
 * range.
 */
public final class InvalidValue extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String node;
  private final String op;
  private final long row;
  private final String reason;

  public InvalidValue(String node, String op, long row, String reason) {
    super("Node '" + node + "' (" + op + ")" + (row < 0 ? "" : ", row " + row) + ": " + reason);
    this.node = node;
    this.op = op;
    this.row = row;
    this.reason = reason;
  }

  public String node() {
    return node;
  }

  public String op() {
    return op;
  }

  public long row() {
    return row;
  }

  public String reason() {
    return reason;
  }
}
