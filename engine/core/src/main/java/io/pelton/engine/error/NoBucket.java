package io.pelton.engine.error;

/** A length lies outside of all buckets. */
public final class NoBucket extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String graph;
  private final String symbol;
  private final long length;
  private final String ranges;

  public NoBucket(String graph, String symbol, long length, String ranges) {
    super(
        "No bucket of '"
            + graph
            + "' takes "
            + symbol
            + " = "
            + length
            + ": they cover "
            + ranges
            + ". Split the batch, or configure wider ranges.");
    this.graph = graph;
    this.symbol = symbol;
    this.length = length;
    this.ranges = ranges;
  }

  public String graph() {
    return graph;
  }

  public String symbol() {
    return symbol;
  }

  public long length() {
    return length;
  }

  public String ranges() {
    return ranges;
  }
}
