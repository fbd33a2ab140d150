package io.pelton.engine.plan;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.plan.Mutation.Use;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds an order in which destructive nodes run as late as they can. One that still has readers to
 * wait for runs only when nothing else is left to run, which is when some reader depends on a
 * destructive node that waits itself; where the order can do without snapshots, it does.
 */
final class MutationSchedule {
  private final Graph graph;
  private final Aliases aliases;
  private final Map<ValueId, Mutation> byRoot;
  private final Map<NodeId, Mutation> byNode = new LinkedHashMap<>();
  private final List<List<NodeId>> successors;
  private final int[] missing;
  private final boolean[] isRun;
  private final Deque<NodeId> ready = new ArrayDeque<>();
  private final Map<NodeId, Mutation> waiting = new LinkedHashMap<>();

  /**
   * @param order of all nodes, operands first
   * @param reading the nodes that run and are no views
   * @param byRoot at most one mutation a root
   */
  MutationSchedule(
      Graph graph,
      Aliases aliases,
      List<NodeId> order,
      Set<NodeId> reading,
      Map<ValueId, Mutation> byRoot) {
    this.graph = graph;
    this.aliases = aliases;
    this.byRoot = byRoot;
    this.missing = new int[graph.size()];
    this.isRun = new boolean[graph.size()];
    this.successors = new ArrayList<>();
    for (int i = 0; i < graph.size(); i++) {
      successors.add(null);
    }
    byRoot.values().forEach(mutation -> byNode.put(mutation.node(), mutation));
    for (NodeId node : order) {
      addEdges(node);
      if (reading.contains(node)) {
        uses(node).forEach(use -> mutation(use).expect());
      }
    }
    order.stream().filter(node -> missing[node.index()] == 0).forEach(this::arrive);
    run(reading);
  }

  private void addEdges(NodeId node) {
    for (ValueId operand : graph.operands(node)) {
      if (!operand.isAbsent()) {
        addEdge(operand.node(), node);
      }
    }
    graph.predecessors(node).forEach(predecessor -> addEdge(predecessor, node));
  }

  private void addEdge(NodeId from, NodeId to) {
    List<NodeId> edges = successors.get(from.index());
    if (edges == null) {
      edges = new ArrayList<>();
      successors.set(from.index(), edges);
    }
    edges.add(to);
    missing[to.index()]++;
  }

  /** Operands through which the node reads what another node overwrites. */
  private List<Use> uses(NodeId node) {
    List<Use> uses = new ArrayList<>();
    List<ValueId> operands = graph.operands(node);
    for (int i = 0; i < operands.size(); i++) {
      Mutation mutation =
          operands.get(i).isAbsent() ? null : byRoot.get(aliases.root(operands.get(i)));
      boolean reads = mutation != null && !graph.op(node).isPlanOperand(i);
      if (reads && !mutation.node().equals(node)) {
        uses.add(new Use(node, i));
      }
    }
    return uses;
  }

  private Mutation mutation(Use use) {
    return byRoot.get(aliases.root(graph.operands(use.node()).get(use.operand())));
  }

  private void run(Set<NodeId> reading) {
    while (!ready.isEmpty() || !waiting.isEmpty()) {
      NodeId node = ready.isEmpty() ? waiting.keySet().iterator().next() : ready.poll();
      waiting.remove(node);
      isRun[node.index()] = true;
      if (reading.contains(node)) {
        uses(node).forEach(this::read);
      }
      List<NodeId> next = successors.get(node.index());
      if (next != null) {
        next.stream().filter(successor -> --missing[successor.index()] == 0).forEach(this::arrive);
      }
    }
  }

  private void read(Use use) {
    Mutation mutation = mutation(use);
    mutation.read(use, isRun[mutation.node().index()]);
    if (mutation.isFree() && waiting.remove(mutation.node()) != null) {
      ready.add(mutation.node());
    }
  }

  /** All that the node depends on has run. */
  private void arrive(NodeId node) {
    Mutation mutation = byNode.get(node);
    if (mutation == null || mutation.isFree()) {
      ready.add(node);
    } else {
      waiting.put(node, mutation);
    }
  }
}
