package io.pelton.engine.error;

/** Nothing says where a node should run. */
public final class Unplaced extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String node;
  private final String op;

  public Unplaced(String node, String op) {
    super(
        "Node '"
            + node
            + "' ("
            + op
            + ") has no device: it is neither placed nor stamped with a backend, and the plan is"
            + " not pinned to a device. Pin the plan, or place or stamp the node.");
    this.node = node;
    this.op = op;
  }

  public String node() {
    return node;
  }

  public String op() {
    return op;
  }
}
