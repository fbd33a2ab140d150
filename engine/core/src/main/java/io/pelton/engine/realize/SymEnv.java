package io.pelton.engine.realize;

import io.pelton.engine.error.SymbolConflict;
import io.pelton.engine.tensor.SymbolId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** What symbols stand for in one pass. Write-once. Not thread-safe while it is filled. */
public final class SymEnv {
  /** Of a symbol that stands for nothing. */
  static final long UNBOUND = -1;

  private final Map<SymbolId, Long> values = new LinkedHashMap<>();

  /** Binds nothing. */
  public SymEnv() {}

  /** Binds what the other binds. */
  public SymEnv(SymEnv other) {
    values.putAll(other.values);
  }

  /**
   * Binds a symbol, again to the same number or for the first time; returns this.
   *
   * @param value not negative
   * @throws SymbolConflict when it stands for another number
   */
  public SymEnv bind(SymbolId symbol, long value) {
    if (value < 0) {
      throw new IllegalArgumentException("symbol '" + symbol + "' can't stand for " + value);
    }
    Long bound = values.putIfAbsent(symbol, value);
    if (bound != null && bound != value) {
      throw new SymbolConflict(symbol.name(), bound, value);
    }
    return this;
  }

  SymEnv bindAll(SymEnv other) {
    other.values.forEach(this::bind);
    return this;
  }

  /** What the symbol stands for, or {@link #UNBOUND}; without allocation. */
  long value(SymbolId symbol) {
    Long value = values.get(symbol);
    return value == null ? UNBOUND : value;
  }

  public OptionalLong get(SymbolId symbol) {
    Long value = values.get(symbol);
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }

  public Set<SymbolId> symbols() {
    return values.keySet();
  }

  public boolean isEmpty() {
    return values.isEmpty();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SymEnv env && values.equals(env.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return values.toString();
  }
}
