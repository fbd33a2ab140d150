package io.pelton.engine.tensor;

import io.pelton.engine.error.SymbolConflict;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Values of symbols in one pass. Write-once: the same value again is fine, another is an error. Not
 * thread-safe.
 */
public final class SymEnv {
  private final Map<SymbolId, Long> bindings = new LinkedHashMap<>();

  /**
   * @throws SymbolConflict when the symbol already has another value
   */
  public void bind(SymbolId symbol, long value) {
    Long bound = bindings.putIfAbsent(symbol, value);
    if (bound != null && bound != value) {
      throw new SymbolConflict(symbol.name(), bound, value);
    }
  }

  public OptionalLong value(SymbolId symbol) {
    Long bound = bindings.get(symbol);
    return bound == null ? OptionalLong.empty() : OptionalLong.of(bound);
  }

  @Override
  public String toString() {
    return bindings.toString();
  }
}
