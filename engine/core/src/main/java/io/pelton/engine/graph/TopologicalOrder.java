package io.pelton.engine.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;

/** Orders nodes after their operands; without recursion, since graphs can be deep. */
final class TopologicalOrder {
  private final Graph graph;
  private final boolean[] done;
  private final List<NodeId> order = new ArrayList<>();

  TopologicalOrder(Graph graph) {
    this.graph = graph;
    this.done = new boolean[graph.size()];
  }

  List<NodeId> of(Collection<ValueId> targets) {
    for (ValueId target : targets) {
      visit(target.node());
    }
    return order;
  }

  private void visit(NodeId target) {
    Deque<NodeId> path = new ArrayDeque<>();
    path.push(target);
    while (!path.isEmpty()) {
      NodeId node = path.peek();
      if (done[node.index()]) {
        path.pop();
        continue;
      }
      boolean ready = true;
      List<ValueId> operands = graph.operands(node);
      for (int i = operands.size() - 1; i >= 0; i--) {
        ValueId operand = operands.get(i);
        if (!operand.isAbsent() && !done[operand.node().index()]) {
          path.push(operand.node());
          ready = false;
        }
      }
      if (ready) {
        path.pop();
        done[node.index()] = true;
        order.add(node);
      }
    }
  }
}
