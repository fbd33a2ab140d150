package io.pelton.engine.graph;

import io.pelton.engine.error.DestructiveCycle;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.ToIntFunction;

/**
 * Orders nodes after their operands and predecessors; without recursion, since graphs can be deep.
 */
final class TopologicalOrder {
  private final Graph graph;
  private final BiPredicate<NodeId, Integer> counts;
  private final boolean[] entered;
  private final boolean[] done;
  private final Deque<NodeId> path = new ArrayDeque<>();
  private final List<NodeId> order = new ArrayList<>();

  /**
   * @param counts which operands have to run before a node, by their positions
   */
  TopologicalOrder(Graph graph, BiPredicate<NodeId, Integer> counts) {
    this.graph = graph;
    this.counts = counts;
    this.entered = new boolean[graph.size()];
    this.done = new boolean[graph.size()];
  }

  /** All nodes that the targets need. */
  static List<NodeId> all(Graph graph, Collection<ValueId> targets) {
    return new TopologicalOrder(graph, (node, operand) -> true).of(targets);
  }

  /** All nodes that the targets need, of each branch those of one arm. */
  static List<NodeId> routed(Graph graph, Collection<ValueId> targets, ToIntFunction<NodeId> arms) {
    return new TopologicalOrder(graph, (node, operand) -> isTaken(graph, node, operand, arms))
        .of(targets);
  }

  private static boolean isTaken(
      Graph graph, NodeId node, int operand, ToIntFunction<NodeId> arms) {
    return !(graph.op(node) instanceof BranchOp) || operand == arms.applyAsInt(node);
  }

  /** What runs by arm 0 of branches: not what is needed for plan operands only. */
  static List<NodeId> running(Graph graph, Collection<ValueId> targets) {
    return running(graph).of(targets);
  }

  /** {@link #running}, each node as soon after those added before it as may be. */
  static List<NodeId> asAdded(Graph graph, Collection<ValueId> targets) {
    List<NodeId> needed = running(graph, targets);
    TopologicalOrder order = running(graph);
    needed.stream().sorted(Comparator.comparingInt(NodeId::index)).forEach(order::visit);
    return order.order;
  }

  private static TopologicalOrder running(Graph graph) {
    return new TopologicalOrder(
        graph,
        (node, operand) ->
            isTaken(graph, node, operand, branch -> 0) && !graph.op(node).isPlanOperand(operand));
  }

  private List<NodeId> of(Collection<ValueId> targets) {
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
      if (!operands.get(i).isAbsent() && counts.test(node, i)) {
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
