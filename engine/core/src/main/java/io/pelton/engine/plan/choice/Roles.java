package io.pelton.engine.plan.choice;

import io.pelton.engine.graph.ControlOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.MutationOp;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.SourceOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DeviceId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is decided about nodes before anything is priced. */
final class Roles {
  enum Role {
    /** Known when the plan is made, and free to read anywhere. */
    KNOWN,
    /** Runs on the host, whatever that costs. */
    HOST,
    /** Placed on the device. */
    AWAY,
    /** Moves no bytes: is where its operand 0 is. */
    FOLLOWS,
    /** Runs wherever that is cheaper. */
    FREE
  }

  private final Graph graph;
  private final DeviceId away;
  private final Map<NodeId, Role> roles = new HashMap<>();

  /**
   * @param order operands first
   */
  Roles(Graph graph, List<NodeId> order, DeviceId away) {
    this.graph = graph;
    this.away = away;
    order.forEach(node -> roles.put(node, role(node)));
  }

  Role of(NodeId node) {
    return roles.get(node);
  }

  private Role role(NodeId node) {
    Op op = graph.op(node);
    if (op instanceof SourceOp.Input || op instanceof ControlOp) {
      return Role.HOST;
    }
    if (op instanceof SourceOp || isKnown(node)) {
      return Role.KNOWN;
    }
    return placed(node, op)
        .map(device -> device.equals(away) ? Role.AWAY : Role.HOST)
        .orElse(follows(op) ? Role.FOLLOWS : Role.FREE);
  }

  /** Folded by then: it computes from constants and lengths. */
  private boolean isKnown(NodeId node) {
    List<ValueId> operands = graph.operands(node);
    boolean isShape =
        graph.types(node).size() == 1 && graph.integers(new ValueId(node, 0)).isPresent();
    boolean isConstant =
        !operands.isEmpty()
            && !graph.op(node).isRandom()
            && operands.stream().allMatch(value -> value.isAbsent() || isKnown(value));
    return isShape || isConstant;
  }

  private boolean isKnown(ValueId value) {
    return roles.get(value.node()) == Role.KNOWN;
  }

  private Optional<DeviceId> placed(NodeId node, Op op) {
    if (op instanceof MutationOp.Move move) {
      return Optional.of(move.target());
    }
    if (op instanceof ShapeOp.Copy copy && copy.target() != null) {
      return Optional.of(copy.target());
    }
    return op.isView() ? Optional.empty() : graph.placement(node);
  }

  private static boolean follows(Op op) {
    return op.isView() || op instanceof ShapeOp.Copy || op instanceof MutationOp.Release;
  }
}
