package io.pelton.engine.error;

/** A symbol stands for one number in a pass, and was to stand for another one as well. */
public final class SymbolConflict extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String symbol;
  private final long bound;
  private final long offered;

  public SymbolConflict(String symbol, long bound, long offered) {
    super(
        "Symbol '"
            + symbol
            + "' stands for "
            + bound
            + " in this pass and can't become "
            + offered
            + "; bind it once, to what the inputs have.");
    this.symbol = symbol;
    this.bound = bound;
    this.offered = offered;
  }

  public String symbol() {
    return symbol;
  }

  public long bound() {
    return bound;
  }

  public long offered() {
    return offered;
  }
}
