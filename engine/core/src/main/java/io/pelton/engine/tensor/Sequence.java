package io.pelton.engine.tensor;

import java.util.List;

/** An ordered list of values of one type. */
public record Sequence(List<Value> values) implements Value {
  public Sequence {
    values = List.copyOf(values);
  }
}
