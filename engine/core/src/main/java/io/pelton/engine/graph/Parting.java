package io.pelton.engine.graph;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds where the arms of a branch part that was added without saying so. */
final class Parting {
  private Parting() {}

  /**
   * The last nodes that all arms need; of these, the ones that depend on an input, if any does.
   *
   * @return empty where the arms have nothing in common
   */
  static Set<NodeId> of(Graph graph, List<ValueId> exits) {
    Set<NodeId> common = new HashSet<>(graph.order(exits));
    for (ValueId exit : exits) {
      common.retainAll(new HashSet<>(graph.order(List.of(exit))));
    }
    Set<NodeId> varying = varying(graph, exits);
    varying.retainAll(common);
    Set<NodeId> last = new HashSet<>(varying.isEmpty() ? common : varying);
    for (NodeId node : List.copyOf(last)) {
      last.removeAll(new HashSet<>(Readers.needs(graph, node)));
    }
    return last;
  }

  private static Set<NodeId> varying(Graph graph, List<ValueId> exits) {
    Set<NodeId> varying = new HashSet<>();
    for (NodeId node : graph.order(exits)) {
      if (graph.op(node) instanceof SourceOp.Input
          || Readers.needs(graph, node).stream().anyMatch(varying::contains)) {
        varying.add(node);
      }
    }
    return varying;
  }
}
