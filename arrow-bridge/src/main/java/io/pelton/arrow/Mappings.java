package io.pelton.arrow;

import io.pelton.engine.tensor.Mapping;
import io.pelton.engine.tensor.Sequence;
import io.pelton.engine.tensor.Value;
import java.util.ArrayList;
import java.util.List;

/** Takes a sequence of mappings apart. */
final class Mappings {
  private Mappings() {}

  static List<Mapping> of(String output, Value value) {
    if (value instanceof Sequence sequence) {
      List<Mapping> mappings = new ArrayList<>(sequence.values().size());
      for (Value element : sequence.values()) {
        if (!(element instanceof Mapping mapping)) {
          throw mismatch(output, element);
        }
        mappings.add(mapping);
      }
      return mappings;
    }
    throw mismatch(output, value);
  }

  private static OutputMismatch mismatch(String output, Value found) {
    return new OutputMismatch(
        output,
        "a sequence of mappings",
        OutputBinder.describe(found),
        "declare the output as the model gives it");
  }
}
