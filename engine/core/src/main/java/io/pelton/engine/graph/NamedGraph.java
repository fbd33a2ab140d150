package io.pelton.engine.graph;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

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

  /** True when what the outputs need draws random numbers, in this graph or in a body. */
  public boolean isRandom() {
    return graph.order(outputs.values()).stream().anyMatch(node -> graph.op(node).isRandom());
  }

  /**
   * The names of this graph's outputs for values that took the place of these.
   *
   * @param values one an output, in order
   */
  public Map<String, ValueId> outputsAs(List<ValueId> values) {
    Map<String, ValueId> named = new LinkedHashMap<>();
    int next = 0;
    for (String output : outputs.keySet()) {
      named.put(output, values.get(next++));
    }
    return named;
  }

  /** The same ends on a new graph that holds only the inputs and what the outputs need. */
  public NamedGraph compacted() {
    return compacted(op -> op);
  }

  /**
   * {@link #compacted} with other bodies. Only those that this graph's own nodes have are asked
   * for; whoever rewrites a body looks after the bodies within.
   *
   * @param rewrite makes a body that takes another's place: with as many ends, of types that hold
   *     wherever the other's do
   */
  public NamedGraph mapBodies(UnaryOperator<NamedGraph> rewrite) {
    return compacted(
        op ->
            op instanceof ControlOp control
                ? control.withBodies(control.bodies().stream().map(rewrite).toList())
                : op);
  }

  private NamedGraph compacted(UnaryOperator<Op> ops) {
    List<ValueId> roots = new ArrayList<>(inputs.values());
    roots.addAll(outputs.values());
    Compaction compaction = graph.compactAs(roots, ops);
    return new NamedGraph(
        name, compaction.graph(), moved(inputs, compaction), moved(outputs, compaction));
  }

  private static Map<String, ValueId> moved(Map<String, ValueId> ends, Compaction compaction) {
    Map<String, ValueId> moved = new LinkedHashMap<>();
    ends.forEach((name, value) -> moved.put(name, compaction.value(value)));
    return moved;
  }

  private List<Port> ports(Map<String, ValueId> values) {
    return values.entrySet().stream()
        .map(entry -> new Port(entry.getKey(), graph.type(entry.getValue())))
        .toList();
  }
}
