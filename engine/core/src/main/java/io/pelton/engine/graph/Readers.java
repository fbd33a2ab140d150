package io.pelton.engine.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Who reads the outputs of a node or runs after it, among the nodes that count. */
final class Readers {
  private final Graph graph;
  private final List<List<NodeId>> readers;
  private final Set<NodeId> targets = new HashSet<>();

  /**
   * @param nodes those that count
   * @param targets what the caller reads
   */
  Readers(Graph graph, Collection<NodeId> nodes, Collection<ValueId> targets) {
    this.graph = graph;
    this.readers = new ArrayList<>(graph.size());
    for (int node = 0; node < graph.size(); node++) {
      readers.add(new ArrayList<>(2));
    }
    nodes.forEach(node -> needs(graph, node).forEach(needed -> of(needed).add(node)));
    targets.forEach(target -> this.targets.add(target.node()));
  }

  /** By edge: a node that reads two operands from another is one of its readers twice. */
  List<NodeId> of(NodeId node) {
    return readers.get(node.index());
  }

  boolean isTarget(NodeId node) {
    return targets.contains(node);
  }

  /** The nodes on which a node depends, once an edge. */
  static List<NodeId> needs(Graph graph, NodeId node) {
    List<NodeId> needs = new ArrayList<>();
    for (ValueId operand : graph.operands(node)) {
      if (!operand.isAbsent()) {
        needs.add(operand.node());
      }
    }
    needs.addAll(graph.predecessors(node));
    return needs;
  }

  /** The nodes that nothing needs but one operand of the branch, unless they are sources. */
  Set<NodeId> only(ValueId exit) {
    Map<NodeId, Integer> edges = new HashMap<>();
    Set<NodeId> only = new HashSet<>();
    Deque<NodeId> reached = new ArrayDeque<>(List.of(exit.node()));
    while (!reached.isEmpty()) {
      NodeId node = reached.pop();
      boolean isShared = edges.merge(node, 1, Integer::sum) < of(node).size();
      if (!isShared && !isTarget(node) && !(graph.op(node) instanceof SourceOp)) {
        only.add(node);
        reached.addAll(needs(graph, node));
      }
    }
    return only;
  }
}
