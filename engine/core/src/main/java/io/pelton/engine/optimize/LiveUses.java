package io.pelton.engine.optimize;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueId;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * Counts for each value the edges that need it, and for each node those that need any output or
 * that it runs at all, so that nodes come and go at the cost of their own edges.
 */
final class LiveUses {
  private final Graph graph;
  private int[][] bySlot;
  private int[] byNode;

  LiveUses(Graph graph) {
    this.graph = graph;
    this.bySlot = new int[graph.size()][];
    this.byNode = new int[graph.size()];
  }

  int of(ValueId value) {
    int node = value.node().index();
    return node < byNode.length && bySlot[node] != null ? bySlot[node][value.slot()] : 0;
  }

  boolean isNeeded(NodeId node) {
    return node.index() < byNode.length && byNode[node.index()] > 0;
  }

  /** A node that was not needed before comes with what it needs. */
  void add(ValueId value, int count) {
    Deque<NodeId> arrived = new ArrayDeque<>();
    add(value, count, arrived);
    while (!arrived.isEmpty()) {
      NodeId node = arrived.pop();
      for (ValueId operand : graph.operands(node)) {
        if (!operand.isAbsent()) {
          add(operand, 1, arrived);
        }
      }
      graph.predecessors(node).forEach(before -> need(before, 1, arrived));
    }
  }

  private void add(ValueId value, int count, Deque<NodeId> arrived) {
    need(value.node(), count, arrived);
    bySlot[value.node().index()][value.slot()] += count;
  }

  private void need(NodeId node, int count, Deque<NodeId> arrived) {
    ensure(node);
    if (byNode[node.index()] == 0) {
      arrived.push(node);
    }
    byNode[node.index()] += count;
  }

  /** A node that is not needed any more goes with what only it needs. */
  void remove(ValueId value, int count) {
    Deque<NodeId> gone = new ArrayDeque<>();
    remove(value, count, gone);
    while (!gone.isEmpty()) {
      NodeId node = gone.pop();
      for (ValueId operand : graph.operands(node)) {
        if (!operand.isAbsent()) {
          remove(operand, 1, gone);
        }
      }
      graph.predecessors(node).forEach(before -> release(before, 1, gone));
    }
  }

  private void remove(ValueId value, int count, Deque<NodeId> gone) {
    bySlot[value.node().index()][value.slot()] -= count;
    release(value.node(), count, gone);
  }

  private void release(NodeId node, int count, Deque<NodeId> gone) {
    byNode[node.index()] -= count;
    if (byNode[node.index()] == 0) {
      gone.push(node);
    }
  }

  private void ensure(NodeId node) {
    int index = node.index();
    if (index >= byNode.length) {
      int length = Math.max(graph.size(), byNode.length + (byNode.length >> 1));
      byNode = Arrays.copyOf(byNode, length);
      bySlot = Arrays.copyOf(bySlot, length);
    }
    if (bySlot[index] == null) {
      bySlot[index] = new int[graph.types(node).size()];
    }
  }
}
