package io.pelton.engine.error;

import java.util.List;

/** A node needs a number for a symbol that nothing binds. */
public final class UnboundSymbol extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String node;
  private final String symbol;
  private final List<String> bound;

  /**
   * @param bound the symbols that are bound, by the environment, by inputs or by producers
   */
  public UnboundSymbol(String node, String symbol, List<String> bound) {
    super(
        "Node '"
            + node
            + "' needs symbol '"
            + symbol
            + "', which no input, producer or environment binds; bound symbols: "
            + bound
            + ". Bind it in the SymEnv of the realization.");
    this.node = node;
    this.symbol = symbol;
    this.bound = List.copyOf(bound);
  }

  public String node() {
    return node;
  }

  public String symbol() {
    return symbol;
  }

  public List<String> bound() {
    return bound;
  }
}
