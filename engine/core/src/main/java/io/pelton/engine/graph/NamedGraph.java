package io.pelton.engine.graph;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A graph with names for what goes in and comes out: what importers make and compilers take.
 *
 * @param name for messages
 * @param inputs in declaration order
 * @param outputs in declaration order
 */
public record NamedGraph(
    String name, Graph graph, Map<String, ValueId> inputs, Map<String, ValueId> outputs) {
  public NamedGraph {
    inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
    outputs = Collections.unmodifiableMap(new LinkedHashMap<>(outputs));
  }

  /** One end of a graph. */
  public record Port(String name, ValueType type) {
    @Override
    public String toString() {
      return name + ": " + type;
    }
  }

  public List<Port> inputPorts() {
    return ports(inputs);
  }

  public List<Port> outputPorts() {
    return ports(outputs);
  }

  private List<Port> ports(Map<String, ValueId> values) {
    return values.entrySet().stream()
        .map(entry -> new Port(entry.getKey(), graph.type(entry.getValue())))
        .toList();
  }
}
