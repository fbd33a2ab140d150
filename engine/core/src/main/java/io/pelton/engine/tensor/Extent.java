package io.pelton.engine.tensor;

import java.util.Objects;

/**
 * One dimension of a shape: a fixed length, or a symbol with bounds. Buffers are sized at {@code
 * max}.
 *
 * @param min smallest length, at least 0
 * @param max largest length, or {@link #UNBOUNDED}
 * @param symbol what stands for the length, null when it is fixed
 */
public record Extent(long min, long max, SymbolId symbol) {
  /** No upper bound is known; a bucket or a binding has to bring one before buffers are planned. */
  public static final long UNBOUNDED = Long.MAX_VALUE;

  public Extent {
    if (min < 0 || max < min || (symbol == null && min != max)) {
      throw new IllegalArgumentException("extent [" + min + ", " + max + "] of " + symbol);
    }
  }

  public static Extent fixed(long length) {
    return new Extent(length, length, null);
  }

  public static Extent symbolic(SymbolId symbol) {
    return new Extent(0, UNBOUNDED, Objects.requireNonNull(symbol));
  }

  public static Extent symbolic(SymbolId symbol, long max) {
    return new Extent(0, max, Objects.requireNonNull(symbol));
  }

  public boolean isFixed() {
    return symbol == null;
  }

  /** True when both are certainly the same length: equal fixed lengths or the same symbol. */
  public boolean sameAs(Extent other) {
    return (isFixed() && other.isFixed()) ? max == other.max : Objects.equals(symbol, other.symbol);
  }

  @Override
  public String toString() {
    if (isFixed()) {
      return Long.toString(max);
    }
    return max == UNBOUNDED ? symbol.name() : symbol.name() + "<=" + max;
  }
}
