package io.pelton.engine.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;

/** Orders nodes after their operands; without recursion, since graphs can be deep. */
final class TopologicalOrder {
  private final Graph graph;
  private final boolean withPlanOperands;
  private final boolean[] done;
  private final List<NodeId> order = new ArrayList<>();

  TopologicalOrder(Graph graph, boolean withPlanOperands) {
    this.graph = graph;
    this.withPlanOperands = withPlanOperands;
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
      } else if (!pushOperands(node, path)) {
        path.pop();
        done[node.index()] = true;
        order.add(node);
      }
    }
  }

  /** Pushes the operands that are not ordered yet, the first on top; false when there are none. */
  private boolean pushOperands(NodeId node, Deque<NodeId> path) {
    boolean pushed = false;
    List<ValueId> operands = graph.operands(node);
    for (int i = operands.size() - 1; i >= 0; i--) {
      ValueId operand = operands.get(i);
      boolean counts = withPlanOperands || !graph.op(node).isPlanOperand(i);
      if (counts && !operand.isAbsent() && !done[operand.node().index()]) {
        path.push(operand.node());
        pushed = true;
      }
    }
    return pushed;
  }
}
