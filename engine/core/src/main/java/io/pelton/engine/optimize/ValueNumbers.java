package io.pelton.engine.optimize;

import io.pelton.engine.graph.Branch;
import io.pelton.engine.graph.BranchOp;
import io.pelton.engine.graph.Branches;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DeviceId;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The first needed node of each op on the same operands that a sweep came by. */
public final class ValueNumbers {
  private record Key(
      Op op, List<ValueId> operands, Optional<DeviceId> placement, Optional<String> backend) {}

  private final Rewrite rewrite;
  private final Map<Key, NodeId> nodes = new HashMap<>();
  private final Map<Object, NodeId> constants = new HashMap<>();

  /** What runs for one arm of a branch alone; arms that are equal stay apart. */
  private final Set<NodeId> arms = new HashSet<>();

  ValueNumbers(Rewrite rewrite) {
    this.rewrite = rewrite;
  }

  /**
   * @param order the needed nodes, operands first
   */
  void startOver(Collection<NodeId> order) {
    nodes.clear();
    constants.clear();
    arms.clear();
    Graph graph = rewrite.graph();
    if (order.stream().anyMatch(node -> graph.op(node) instanceof BranchOp)) {
      for (Branch branch : Branches.of(graph, rewrite.targets())) {
        branch.arms().forEach(arm -> arms.addAll(arm.nodes()));
      }
    }
  }

  /** The node that came first with this op and these operands; the node itself if it did. */
  public NodeId first(NodeId node) {
    Graph graph = rewrite.graph();
    if (arms.contains(node) || graph.isOrdered(node)) {
      return node;
    }
    Key key =
        new Key(
            graph.op(node),
            List.copyOf(graph.operands(node)),
            graph.placement(node),
            graph.targetBackend(node));
    NodeId known = nodes.get(key);
    boolean isUsable =
        known != null && rewrite.isNeeded(known) && graph.operands(known).equals(key.operands());
    if (!isUsable) {
      nodes.put(key, node);
      return node;
    }
    return known;
  }

  /** The constant that came first with these contents; the node itself if it did. */
  public NodeId first(NodeId constant, Object contents) {
    NodeId known = constants.get(contents);
    if (known == null || !rewrite.isNeeded(known)) {
      constants.put(contents, constant);
      return constant;
    }
    return known;
  }
}
