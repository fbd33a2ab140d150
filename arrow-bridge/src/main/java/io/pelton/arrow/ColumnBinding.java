package io.pelton.arrow;

import java.util.List;

/** One column for an input of shape [N] or [N,1]. */
public record ColumnBinding(String input, String column, NullPolicy nulls) implements InputBinding {
  @Override
  public List<String> columns() {
    return List.of(column);
  }

  @Override
  public ColumnBinding withNulls(NullPolicy policy) {
    return new ColumnBinding(input, column, policy);
  }
}
