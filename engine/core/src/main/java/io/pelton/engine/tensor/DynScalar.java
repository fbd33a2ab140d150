package io.pelton.engine.tensor;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * An integer that is a constant or what a symbol will stand for: an element of a shape, a start, a
 * row count.
 *
 * @param constant the number, 0 when symbolic
 * @param extent the symbolic extent, null for a constant
 */
public record DynScalar(long constant, Extent extent) {
  public static DynScalar of(long constant) {
    return new DynScalar(constant, null);
  }

  public static DynScalar of(Extent extent) {
    return extent.isFixed() ? of(extent.max()) : new DynScalar(0, extent);
  }

  public boolean isConstant() {
    return extent == null;
  }

  /** As a length, where it is not negative. */
  public Optional<Extent> asExtent() {
    if (!isConstant()) {
      return Optional.of(extent);
    }
    return constant < 0 ? Optional.empty() : Optional.of(Extent.fixed(constant));
  }

  /** A number where the symbol stands for one, else this. */
  public DynScalar bind(Function<SymbolId, OptionalLong> lengths) {
    OptionalLong length = isConstant() ? OptionalLong.empty() : lengths.apply(extent.symbol());
    return length.isPresent() ? of(length.getAsLong()) : this;
  }

  /** The extent, where it is symbolic. */
  public List<Extent> symbolicExtents() {
    return isConstant() ? List.of() : List.of(extent);
  }

  @Override
  public String toString() {
    return isConstant() ? Long.toString(constant) : extent.toString();
  }
}
