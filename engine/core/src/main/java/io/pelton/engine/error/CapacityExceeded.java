package io.pelton.engine.error;

/** What a symbol stands for does not fit into the memory that is sized for it. */
public final class CapacityExceeded extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String where;
  private final String symbol;
  private final long value;
  private final long capacity;

  /**
   * @param where the node or input, such as {@code node 'write'}
   * @param capacity the most that the symbol may stand for there
   */
  public CapacityExceeded(String where, String symbol, long value, long capacity) {
    super(
        "Symbol '"
            + symbol
            + "' stands for "
            + value
            + " but "
            + where
            + " has room for "
            + capacity
            + " at most; give less, or build the graph with a larger capacity.");
    this.where = where;
    this.symbol = symbol;
    this.value = value;
    this.capacity = capacity;
  }

  public String where() {
    return where;
  }

  public String symbol() {
    return symbol;
  }

  public long value() {
    return value;
  }

  public long capacity() {
    return capacity;
  }
}
