package io.pelton.engine.plan;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.plan.Mutation.Use;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes destructive ops safe to run in place. Whoever reads what one overwrites, through views too,
 * runs before it: because it does anyway, or because of a control edge, or else it reads a snapshot
 * that was taken before. A target that must not be written (a constant, the caller's input, an arm
 * of a branch, repeated elements) is copied first. Where several ops overwrite one value, the last
 * of the graph's order does so in place and the others work on copies.
 *
 * <p>Afterwards every order of the graph gives the same results. Running the pass again adds
 * nothing. The shapes must be known.
 */
public final class SafetyCopies {
  private final Graph graph;
  private final List<ValueId> targets;

  private SafetyCopies(Graph graph, List<ValueId> targets) {
    this.graph = graph;
    this.targets = new ArrayList<>(targets);
  }

  /**
   * Adds copies and control edges to the graph.
   *
   * @return the targets; a target that is overwritten later is replaced by its snapshot
   * @throws io.pelton.engine.error.DestructiveCycle when the nodes have no order to begin with
   */
  public static List<ValueId> insert(Graph graph, List<ValueId> targets) {
    SafetyCopies pass = new SafetyCopies(graph, targets);
    if (pass.copyTargets()) {
      pass.orderReaders();
    }
    return List.copyOf(pass.targets);
  }

  /**
   * Leaves at most one destructive node a root, on memory that it may write.
   *
   * @return false when there are no destructive nodes
   */
  private boolean copyTargets() {
    List<NodeId> destructive =
        graph.runOrder(targets).stream()
            .filter(node -> graph.op(node).destructiveInput().isPresent())
            .toList();
    if (destructive.isEmpty()) {
      return false;
    }
    Aliases aliases = new Aliases(graph, graph.order(targets));
    Map<ValueId, NodeId> last = new HashMap<>();
    destructive.forEach(node -> last.put(aliases.root(target(node)), node));
    for (NodeId node : destructive) {
      ValueId target = target(node);
      boolean isLast = last.get(aliases.root(target)).equals(node);
      if (!isLast || !aliases.isWritable(target)) {
        int operand = graph.op(node).destructiveInput().getAsInt();
        graph.replaceOperand(node, operand, copy("target of " + graph.name(node), target));
      }
    }
    return true;
  }

  private ValueId target(NodeId node) {
    return graph.operands(node).get(graph.op(node).destructiveInput().getAsInt());
  }

  private ValueId copy(String name, ValueId value) {
    return graph.apply(name, new ShapeOp.Copy(), value);
  }

  private void orderReaders() {
    List<NodeId> order = graph.order(targets);
    Aliases aliases = new Aliases(graph, order);
    Set<NodeId> reading = new HashSet<>();
    Map<ValueId, Mutation> mutations = new LinkedHashMap<>();
    for (NodeId node : graph.runOrder(targets)) {
      if (!graph.op(node).isView()) {
        reading.add(node);
      }
      if (graph.op(node).destructiveInput().isPresent()) {
        ValueId root = aliases.root(target(node));
        mutations.put(root, new Mutation(node, root));
      }
    }
    new MutationSchedule(graph, aliases, order, reading, mutations);
    mutations.values().forEach(this::orderEarly);
    Map<ValueId, Snapshot> snapshots = new HashMap<>();
    for (Mutation mutation : mutations.values()) {
      Snapshot snapshot = new Snapshot(graph, aliases, mutation);
      snapshots.put(mutation.root(), snapshot);
      snapshotLate(mutation, snapshot, aliases);
    }
    targets.replaceAll(
        target -> {
          Snapshot snapshot = snapshots.get(aliases.root(target));
          return snapshot == null ? target : snapshot.of(target);
        });
  }

  private void orderEarly(Mutation mutation) {
    Set<NodeId> operands = new HashSet<>();
    graph.operands(mutation.node()).forEach(operand -> operands.add(operand.node()));
    mutation.early().stream()
        .map(Use::node)
        .filter(reader -> !operands.contains(reader))
        .forEach(reader -> graph.orderAfter(mutation.node(), reader));
  }

  private void snapshotLate(Mutation mutation, Snapshot snapshot, Aliases aliases) {
    for (Use use : mutation.late()) {
      ValueId value = graph.operands(use.node()).get(use.operand());
      graph.replaceOperand(use.node(), use.operand(), snapshot.of(value));
    }
    for (int operand = 0; operand < graph.operands(mutation.node()).size(); operand++) {
      ValueId value = graph.operands(mutation.node()).get(operand);
      boolean isTarget = operand == graph.op(mutation.node()).destructiveInput().getAsInt();
      boolean isRead = !isTarget && !graph.op(mutation.node()).isPlanOperand(operand);
      if (isRead && aliases.root(value).equals(mutation.root())) {
        graph.replaceOperand(mutation.node(), operand, snapshot.of(value));
      }
    }
  }
}
