package io.pelton.engine.error;

/** Padding would change results. */
public final class PaddingRefused extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String graph;
  private final String symbol;
  private final String reason;

  public PaddingRefused(String graph, String symbol, String reason) {
    super("Runs of '" + graph + "' can't be padded along " + symbol + ": " + reason + ".");
    this.graph = graph;
    this.symbol = symbol;
    this.reason = reason;
  }

  public String graph() {
    return graph;
  }

  public String symbol() {
    return symbol;
  }

  public String reason() {
    return reason;
  }
}
