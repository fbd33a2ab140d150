package io.pelton.engine.graph;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Who reads each value of a graph. */
final class Consumers {
  /** Enters a node as one of its operands. */
  record Edge(NodeId node, int operand) {}

  private final Map<ValueId, Set<Edge>> edges = new HashMap<>();

  void add(ValueId value, Edge edge) {
    if (!value.isAbsent()) {
      edges.computeIfAbsent(value, v -> new LinkedHashSet<>()).add(edge);
    }
  }

  void remove(ValueId value, Edge edge) {
    edges.get(value).remove(edge);
  }

  /** Removes and returns all edges of the value. */
  Set<Edge> take(ValueId value) {
    Set<Edge> taken = edges.remove(value);
    return taken == null ? Set.of() : taken;
  }

  /** The nodes that read the value, each once. */
  List<NodeId> of(ValueId value) {
    return edges.getOrDefault(value, Set.of()).stream().map(Edge::node).distinct().toList();
  }
}
