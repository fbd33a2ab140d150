package io.pelton.flink.operator;

import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.flink.error.InvalidSetting;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.annotation.Internal;

/**
 * Which model outputs come out, and under which names.
 *
 * @param names by model output, in order; empty for all outputs under their own names
 */
@Internal
public record OutputRules(Map<String, String> names) implements Serializable {
  public OutputRules {
    names = new LinkedHashMap<>(names);
  }

  /** One output that comes out: its position among the model's, and its name. */
  public record Choice(int index, String name) {}

  /** True when the names are known without the model. */
  public boolean areNamed() {
    return !names.isEmpty();
  }

  /**
   * The outputs in the order in which they come out.
   *
   * @throws InvalidSetting for an output that the model does not have
   */
  public List<Choice> choices(List<Port> outputs) {
    List<String> known = outputs.stream().map(Port::name).toList();
    List<Choice> choices = new ArrayList<>();
    if (names.isEmpty()) {
      for (int index = 0; index < known.size(); index++) {
        choices.add(new Choice(index, known.get(index)));
      }
    }
    names.forEach(
        (output, name) -> {
          if (!known.contains(output)) {
            throw new InvalidSetting(
                "output",
                "one of the model's outputs " + known,
                "'" + output + "'",
                "name one of these");
          }
          choices.add(new Choice(known.indexOf(output), name));
        });
    return choices;
  }
}
