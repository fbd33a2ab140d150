package io.pelton.cpu.property;

import io.pelton.engine.tensor.SymbolId;
import java.util.Map;

/**
 * The lengths of one batch.
 *
 * @param rows what {@link #ROWS} stands for
 * @param width what {@link #WIDTH} stands for
 */
record Scenario(int rows, int width) {
  static final SymbolId ROWS = new SymbolId("N");
  static final SymbolId WIDTH = new SymbolId("M");

  Map<SymbolId, Long> symbols() {
    return Map.of(ROWS, (long) rows, WIDTH, (long) width);
  }
}
