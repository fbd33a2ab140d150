package io.pelton.engine.realize;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Counts who will read each value of a pass: nodes that the compiler has not come to. */
final class Readers {
  private final Graph graph;
  private final Map<ValueId, Integer> counts = new HashMap<>();
  private final Set<ValueId> targets;

  /**
   * @param order every node that may come
   */
  Readers(Graph graph, List<NodeId> order, List<ValueId> targets) {
    this.graph = graph;
    this.targets = new HashSet<>(targets);
    count(order, 1);
  }

  /** The compiler has come to these nodes. */
  void reached(List<NodeId> nodes) {
    count(nodes, -1);
  }

  /** The compiler will come to these nodes again. */
  void postponed(List<NodeId> nodes) {
    count(nodes, 1);
  }

  private void count(List<NodeId> nodes, int times) {
    for (NodeId node : nodes) {
      graph.operands(node).forEach(operand -> counts.merge(operand, times, Integer::sum));
    }
  }

  /** True when a node that was not reached may read the value, or the caller does. */
  boolean areLeft(ValueId value) {
    return targets.contains(value) || counts.getOrDefault(value, 0) > 0;
  }
}
