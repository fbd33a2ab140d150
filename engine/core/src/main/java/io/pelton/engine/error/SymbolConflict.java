package io.pelton.engine.error;

/** A symbol was bound to two different values in one pass. */
public final class SymbolConflict extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String symbol;
  private final long bound;
  private final long requested;

  public SymbolConflict(String symbol, long bound, long requested) {
    super(
        "Symbol '"
            + symbol
            + "' is bound to "
            + bound
            + " and can't become "
            + requested
            + " in the same pass; inputs that share it must agree.");
    this.symbol = symbol;
    this.bound = bound;
    this.requested = requested;
  }

  public String symbol() {
    return symbol;
  }

  public long bound() {
    return bound;
  }

  public long requested() {
    return requested;
  }
}
