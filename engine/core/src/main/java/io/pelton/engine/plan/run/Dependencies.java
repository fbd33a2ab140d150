package io.pelton.engine.plan.run;

import io.pelton.engine.error.InvalidBranch;
import io.pelton.engine.graph.BranchOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.SourceOp;
import io.pelton.engine.graph.ValueId;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * What has to run before each node of a graph: its operands, plan operands too, and its
 * predecessors. Sources don't run; what one of them is ordered after has to run before whoever
 * reads it. Describes the graph as it is when it is asked.
 */
public final class Dependencies {
  private final Graph graph;

  public Dependencies(Graph graph) {
    this.graph = graph;
  }

  /** True for nodes that run: all but inputs and constants. */
  public boolean runs(NodeId node) {
    return !(graph.op(node) instanceof SourceOp);
  }

  public boolean isBranch(NodeId node) {
    return graph.op(node) instanceof BranchOp;
  }

  /** How many arms a branch has. */
  public int arms(NodeId branch) {
    return graph.operands(branch).size();
  }

  /** What runs before the node whichever arms are picked there, each once, operands first. */
  public Set<NodeId> always(NodeId node) {
    Set<NodeId> before = new LinkedHashSet<>();
    if (!isBranch(node)) {
      graph.operands(node).forEach(operand -> addOperand(operand, before));
    }
    graph.predecessors(node).forEach(predecessor -> add(predecessor, before));
    return before;
  }

  /** The node that an arm of a branch ends in, or what that source is ordered after. */
  public Set<NodeId> exit(NodeId branch, int arm) {
    Set<NodeId> before = new LinkedHashSet<>();
    addOperand(graph.operands(branch).get(arm), before);
    return before;
  }

  /** {@link #always}, and what ends the arms of a branch: all of them, or one. */
  Set<NodeId> withAllArms(NodeId node) {
    Set<NodeId> before = always(node);
    for (int arm = 0; isBranch(node) && arm < arms(node); arm++) {
      before.addAll(exit(node, arm));
    }
    return before;
  }

  /**
   * The arm that was picked.
   *
   * @throws InvalidBranch when there is no such arm
   */
  public int checkedArm(NodeId branch, int arm) {
    if (arm < 0 || arm >= arms(branch)) {
      String reason = "is not there to be picked; pick one of 0 to " + (arms(branch) - 1);
      throw new InvalidBranch(graph.name(branch), arm, reason);
    }
    return arm;
  }

  /** The nodes that values belong to, or what these sources are ordered after. */
  public Set<NodeId> of(Collection<ValueId> values) {
    Set<NodeId> nodes = new LinkedHashSet<>();
    values.forEach(value -> addOperand(value, nodes));
    return nodes;
  }

  private void addOperand(ValueId operand, Set<NodeId> before) {
    if (!operand.isAbsent()) {
      add(operand.node(), before);
    }
  }

  private void add(NodeId node, Set<NodeId> before) {
    if (runs(node)) {
      before.add(node);
      return;
    }
    if (graph.predecessors(node).isEmpty()) {
      return;
    }
    Set<NodeId> sources = new HashSet<>(Set.of(node));
    Deque<NodeId> open = new ArrayDeque<>(sources);
    while (!open.isEmpty()) {
      for (NodeId predecessor : graph.predecessors(open.pop())) {
        if (runs(predecessor)) {
          before.add(predecessor);
        } else if (sources.add(predecessor)) {
          open.push(predecessor);
        }
      }
    }
  }

  /**
   * How many nodes depend on each one, whichever arms are picked, by node index. Whoever asked for
   * the targets counts as one more.
   */
  int[] uses(Collection<ValueId> targets) {
    int[] uses = new int[graph.size()];
    Deque<NodeId> open = new ArrayDeque<>();
    use(of(targets), uses, open);
    while (!open.isEmpty()) {
      use(withAllArms(open.pop()), uses, open);
    }
    return uses;
  }

  private static void use(Set<NodeId> nodes, int[] uses, Deque<NodeId> open) {
    for (NodeId node : nodes) {
      if (uses[node.index()]++ == 0) {
        open.push(node);
      }
    }
  }
}
