package io.pelton.engine.plan;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.MutationOp;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.SourceOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.tensor.DeviceId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where the nodes of a graph are meant to run, as far as that is known before a plan is made: on
 * their own devices, before any of them falls back. Not thread-safe; describes the graph as it was
 * when this was made.
 */
public final class NodeDevices {
  private final Graph graph;
  private final PlanContext context;
  private final DeviceChoice choice;
  private final DeviceId[] known;

  public NodeDevices(Graph graph, PlanContext context) {
    this.graph = graph;
    this.context = context;
    this.choice = new DeviceChoice(context.devices(), context.options());
    this.known = new DeviceId[graph.size()];
  }

  /**
   * The device of a node: for views and copies without a target where what they read is, arm 0 of a
   * branch; the host for sources; for others their own, or the host where nothing decides, which
   * planning the node will refuse.
   *
   * @throws io.pelton.engine.error.BackendUnavailable when it is placed on a device that there is
   *     not
   */
  public DeviceId of(NodeId node) {
    List<NodeId> following = new ArrayList<>();
    NodeId at = node;
    Optional<DeviceId> device = decided(at);
    while (device.isEmpty()) {
      following.add(at);
      at = graph.operands(at).get(0).node();
      device = decided(at);
    }
    DeviceId found = device.get();
    known[at.index()] = found;
    following.forEach(follower -> known[follower.index()] = found);
    return found;
  }

  /** Empty for what follows its operand. */
  private Optional<DeviceId> decided(NodeId node) {
    if (known[node.index()] != null) {
      return Optional.of(known[node.index()]);
    }
    if (graph.op(node) instanceof MutationOp.Move move) {
      return Optional.of(move.target());
    }
    if (graph.op(node) instanceof ShapeOp.Copy copy) {
      return Optional.ofNullable(copy.target()).or(() -> graph.placement(node));
    }
    DeviceId host = context.devices().host().id();
    if (graph.op(node) instanceof SourceOp) {
      return Optional.of(host);
    }
    return follows(node)
        ? Optional.empty()
        : Optional.of(
            context
                .assignment()
                .device(node)
                .or(() -> choice.find(graph, node).map(Device::id))
                .orElse(host));
  }

  /** A source is read from anywhere, so that views of it need not be on the host. */
  private boolean follows(NodeId node) {
    List<ValueId> operands = graph.operands(node);
    return graph.op(node).isView()
        && !operands.get(0).isAbsent()
        && !(graph.op(operands.get(0).node()) instanceof SourceOp);
  }
}
