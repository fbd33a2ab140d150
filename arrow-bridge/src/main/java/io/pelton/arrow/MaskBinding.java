package io.pelton.arrow;

import java.util.List;

/**
 * No column: an input [N,L] that says which elements of the lists beside it are there. Lists at
 * inputs with the same second axis say how many there are.
 */
public record MaskBinding(String input) implements InputBinding {
  @Override
  public List<String> columns() {
    return List.of();
  }

  @Override
  public NullPolicy nulls() {
    return NullPolicy.standard();
  }

  /** Nothing is null here, so that no policy makes a difference. */
  @Override
  public MaskBinding withNulls(NullPolicy policy) {
    return this;
  }
}
