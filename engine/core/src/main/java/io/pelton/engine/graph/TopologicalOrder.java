package io.pelton.engine.graph;

import io.pelton.engine.error.DestructiveCycle;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Orders nodes after their operands and predecessors; without recursion, since graphs can be deep.
 */
final class TopologicalOrder {
  private final Graph graph;
  private final boolean withPlanOperands;
  private final boolean[] entered;
  private final boolean[] done;
  private final Deque<NodeId> path = new ArrayDeque<>();
  private final List<NodeId> order = new ArrayList<>();

  TopologicalOrder(Graph graph, boolean withPlanOperands) {
    this.graph = graph;
    this.withPlanOperands = withPlanOperands;
    this.entered = new boolean[graph.size()];
    this.done = new boolean[graph.size()];
  }

  List<NodeId> of(Collection<ValueId> targets) {
    for (ValueId target : targets) {
      visit(target.node());
    }
    return order;
  }

  private void visit(NodeId target) {
    path.push(target);
    while (!path.isEmpty()) {
      NodeId node = path.peek();
      if (!entered[node.index()]) {
        entered[node.index()] = true;
        pushPredecessors(node);
        pushOperands(node);
      } else {
        path.pop();
        if (!done[node.index()]) {
          done[node.index()] = true;
          order.add(node);
        }
      }
    }
  }

  private void pushPredecessors(NodeId node) {
    List<NodeId> predecessors = new ArrayList<>(graph.predecessors(node));
    Collections.reverse(predecessors);
    predecessors.forEach(predecessor -> push(node, predecessor));
  }

  /** The first ends on top. */
  private void pushOperands(NodeId node) {
    List<ValueId> operands = graph.operands(node);
    for (int i = operands.size() - 1; i >= 0; i--) {
      boolean counts = withPlanOperands || !graph.op(node).isPlanOperand(i);
      if (counts && !operands.get(i).isAbsent()) {
        push(node, operands.get(i).node());
      }
    }
  }

  private void push(NodeId node, NodeId earlier) {
    if (!done[earlier.index()]) {
      if (entered[earlier.index()]) {
        throw cycle(node, earlier);
      }
      path.push(earlier);
    }
  }

  /** Of the path, what was entered and is not done leads from {@code start} to {@code node}. */
  private DestructiveCycle cycle(NodeId node, NodeId start) {
    Set<NodeId> waiting = new LinkedHashSet<>(Set.of(node));
    for (NodeId at : path) {
      if (entered[at.index()] && !done[at.index()]) {
        waiting.add(at);
      }
      if (at.equals(start)) {
        break;
      }
    }
    List<String> names = new ArrayList<>(waiting.stream().map(graph::name).toList());
    Collections.reverse(names);
    return new DestructiveCycle(names);
  }
}
