package io.pelton.engine.error;

/** Data has to move between two devices whose link has no price, where prices are required. */
public final class UnpricedTransfer extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String node;
  private final String from;
  private final String to;

  public UnpricedTransfer(String node, String from, String to) {
    super(
        "Node '"
            + node
            + "': moving an operand from "
            + from
            + " to "
            + to
            + " has no price, and a plan is not to take it for free; give the link a latency and a"
            + " bandwidth, or don't require prices.");
    this.node = node;
    this.from = from;
    this.to = to;
  }

  /** The node that would read the data. */
  public String node() {
    return node;
  }

  public String from() {
    return from;
  }

  public String to() {
    return to;
  }
}
