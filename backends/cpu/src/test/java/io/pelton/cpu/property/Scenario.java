package io.pelton.cpu.property;

import io.pelton.engine.tensor.SymbolId;
import java.util.HashMap;
import java.util.Map;

/**
 * What symbols stand for in one batch.
 *
 * @param rows the length {@link #ROWS} of inputs
 * @param width the length {@link #WIDTH} of inputs
 * @param env symbols that the caller binds, whether or not something reads them
 */
record Scenario(int rows, int width, Map<SymbolId, Long> env) {
  static final SymbolId ROWS = new SymbolId("N");
  static final SymbolId WIDTH = new SymbolId("M");

  /** Where something starts. */
  static final SymbolId START = new SymbolId("start");

  /** How long something is that is no input. */
  static final SymbolId LENGTH = new SymbolId("length");

  /** Nothing reads it. */
  static final SymbolId UNUSED = new SymbolId("unused");

  /** No env binds a symbol to more. */
  static final int CAPACITY = 8;

  Scenario {
    env = Map.copyOf(env);
  }

  /** The same batch from a caller who does not bind the symbol. */
  Scenario without(SymbolId symbol) {
    Map<SymbolId, Long> fewer = new HashMap<>(env);
    fewer.remove(symbol);
    return new Scenario(rows, width, fewer);
  }

  /** What inputs bind and what the caller binds. */
  Map<SymbolId, Long> symbols() {
    Map<SymbolId, Long> symbols = new HashMap<>(env);
    symbols.put(ROWS, (long) rows);
    symbols.put(WIDTH, (long) width);
    return symbols;
  }
}
