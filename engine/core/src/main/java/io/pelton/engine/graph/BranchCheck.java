package io.pelton.engine.graph;

import io.pelton.engine.error.InvalidBranch;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.Shape;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Holds the arms of one branch against the rules that {@link Branches} states. */
final class BranchCheck {
  private final Graph graph;
  private final String branch;
  private final List<ValueId> exits;
  private final Set<NodeId> parting;
  private final Map<NodeId, Integer> arms = new HashMap<>();

  /**
   * @param parting where the arms part
   */
  BranchCheck(Graph graph, String branch, List<ValueId> exits, Set<NodeId> parting) {
    this.graph = graph;
    this.branch = branch;
    this.exits = exits;
    this.parting = parting;
  }

  /** The arms end alike and share nothing behind the point where they part. */
  void checkArms() {
    List<NodeId> order = graph.order(exits);
    Set<NodeId> behind = behind(order);
    for (int arm = 0; arm < exits.size(); arm++) {
      checkType(arm);
      checkExit(arm, behind);
      claim(arm, behind);
    }
  }

  private void checkType(int arm) {
    ValueType first = graph.type(exits.get(0));
    ValueType type = graph.type(exits.get(arm));
    if (!(type instanceof TensorType tensor)) {
      throw invalid(arm, "should end in a tensor but ends in " + type);
    }
    boolean agrees =
        first instanceof TensorType expected
            && expected.dtype() == tensor.dtype()
            && agrees(expected.shape(), tensor.shape());
    if (!agrees) {
      throw invalid(arm, "should end in " + first + " like arm 0 but ends in " + type);
    }
  }

  private static boolean agrees(Shape expected, Shape shape) {
    if (!expected.isRanked() || !shape.isRanked()) {
      return expected.isRanked() == shape.isRanked();
    }
    boolean agrees = expected.rank() == shape.rank();
    for (int axis = 0; agrees && axis < shape.rank(); axis++) {
      agrees = expected.extent(axis).sameAs(shape.extent(axis));
    }
    return agrees;
  }

  private void checkExit(int arm, Set<NodeId> behind) {
    NodeId exit = exits.get(arm).node();
    if (!parting.contains(exit) && !behind.contains(exit)) {
      throw invalid(
          arm,
          "its exit '"
              + graph.name(exit)
              + "' should descend from "
              + names(parting)
              + ", where the arms part, but does not");
    }
    int twin = exits.indexOf(exits.get(arm));
    if (twin < arm) {
      throw invalid(
          arm,
          "ends in the same value as arm " + twin + ", '" + graph.name(exit) + "'; join it once");
    }
  }

  /** Nodes that depend on where the arms part. */
  private Set<NodeId> behind(List<NodeId> order) {
    Set<NodeId> behind = new HashSet<>();
    for (NodeId node : order) {
      boolean isBehind =
          Readers.needs(graph, node).stream()
              .anyMatch(needed -> behind.contains(needed) || parting.contains(needed));
      if (isBehind && !parting.contains(node)) {
        behind.add(node);
      }
    }
    return behind;
  }

  /** What lies between the parting and the exit is the arm's. */
  private void claim(int arm, Set<NodeId> behind) {
    Deque<NodeId> open = new ArrayDeque<>(List.of(exits.get(arm).node()));
    while (!open.isEmpty()) {
      NodeId node = open.pop();
      Integer owner = behind.contains(node) ? arms.putIfAbsent(node, arm) : Integer.valueOf(arm);
      if (owner == null) {
        open.addAll(Readers.needs(graph, node));
      } else if (owner != arm) {
        throw invalid(
            arm,
            "shares node '"
                + graph.name(node)
                + "' with arm "
                + owner
                + "; let the arms part behind it or give each its own");
      }
    }
  }

  /**
   * Nothing but the branch reads the arms.
   *
   * @param merge the branch, null where there is none yet
   */
  void checkReaders(Readers readers, NodeId merge) {
    for (NodeId node : graph.order(exits)) {
      Integer arm = arms.get(node);
      if (arm != null) {
        checkReaders(readers, merge, node, arm);
      }
    }
  }

  private void checkReaders(Readers readers, NodeId merge, NodeId node, Integer arm) {
    String remedy = " outside of the arm; read the branch instead, or let the arms part behind it";
    if (readers.isTarget(node)) {
      throw invalid(arm, "node '" + graph.name(node) + "' is a target" + remedy);
    }
    for (NodeId reader : readers.of(node)) {
      if (!reader.equals(merge) && !arm.equals(arms.get(reader))) {
        throw invalid(
            arm,
            "node '" + graph.name(node) + "' is read by '" + graph.name(reader) + "'" + remedy);
      }
    }
  }

  private String names(Set<NodeId> nodes) {
    return nodes.stream()
        .map(node -> "'" + graph.name(node) + "'")
        .sorted()
        .collect(Collectors.joining(" or "));
  }

  private InvalidBranch invalid(int arm, String reason) {
    return new InvalidBranch(branch, arm, reason);
  }
}
