package io.pelton.arrow;

import java.util.List;

/** F columns of numbers, or of strings, for an input of shape [N,F]. */
public record ColumnsBinding(String input, List<String> columns, NullPolicy nulls)
    implements InputBinding {
  public ColumnsBinding {
    columns = List.copyOf(columns);
    if (columns.isEmpty()) {
      throw new IllegalArgumentException("input '" + input + "' is bound to no column");
    }
  }

  @Override
  public ColumnsBinding withNulls(NullPolicy policy) {
    return new ColumnsBinding(input, columns, policy);
  }
}
