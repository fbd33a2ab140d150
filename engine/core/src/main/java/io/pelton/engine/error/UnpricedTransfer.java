package io.pelton.engine.error;

/** A plan that must know the price of every move found one without. */
public final class UnpricedTransfer extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String node;
  private final String from;
  private final String to;

  public UnpricedTransfer(String node, String from, String to) {
    super(
        "Node '"
            + node
            + "' needs data moved from "
            + from
            + " to "
            + to
            + ", which has no price. Give the devices a transfer price, or don't require prices.");
    this.node = node;
    this.from = from;
    this.to = to;
  }

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
