package io.pelton.engine.plan.run;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.kernel.CostFunction;
import io.pelton.engine.kernel.NodeExtents;
import io.pelton.engine.kernel.TransferPrice;
import io.pelton.engine.kernel.Work;
import io.pelton.engine.plan.CostModel;
import io.pelton.engine.plan.NodeDevices;
import io.pelton.engine.plan.PlanContext;
import io.pelton.engine.tensor.DeviceId;
import java.util.List;
import java.util.stream.Stream;

/**
 * Costs by the rooflines of the devices and the prices of their links, the same for every batch: a
 * batch counts as {@link CostModel#STATIC_ROWS} rows and every other length that is not known as
 * the same number, or its upper bound where that is less. A node that touches a tensor of unknown
 * rank costs its launch. Measurements don't count, since the order should not depend on them. Not
 * thread-safe.
 */
public final class StaticCosts implements RunCosts {
  /**
   * A link of which no price is known counts as a slow network between hosts, so that it is never
   * taken for free.
   */
  static final TransferPrice UNPRICED = new TransferPrice(100_000, 1e8);

  private final Graph graph;
  private final PlanContext context;
  private final NodeDevices devices;

  public StaticCosts(Graph graph, PlanContext context) {
    this.graph = graph;
    this.context = context;
    this.devices = new NodeDevices(graph, context);
  }

  @Override
  public DeviceId device(NodeId node) {
    return devices.of(node);
  }

  @Override
  public double nanos(NodeId node) {
    Work work = isRanked(node) ? CostFunction.BY_OP.work(extents(node)) : Work.NONE;
    return CostModel.rooflineNanos(context.devices().get(device(node)), work);
  }

  @Override
  public double moveNanos(NodeId producer, NodeId reader) {
    List<ValueId> operands = graph.operands(reader);
    NodeExtents extents = isRanked(reader) ? extents(reader) : null;
    double nanos = 0;
    for (int i = 0; i < operands.size(); i++) {
      boolean isMoved =
          operands.get(i).node().equals(producer)
              && !graph.op(reader).isPlanOperand(i)
              && operands.indexOf(operands.get(i)) == i;
      if (isMoved) {
        long bytes = extents == null ? 0 : extents.bytes(i);
        nanos += priced(device(producer), device(reader), bytes);
      }
    }
    return nanos;
  }

  private double priced(DeviceId from, DeviceId to, long bytes) {
    return context.costs().transferNanos(from, to, bytes).orElseGet(() -> UNPRICED.nanos(bytes));
  }

  private NodeExtents extents(NodeId node) {
    return NodeExtents.atLength(graph, node, CostModel.STATIC_ROWS);
  }

  private boolean isRanked(NodeId node) {
    Stream<ValueType> read =
        graph.operands(node).stream().filter(value -> !value.isAbsent()).map(graph::type);
    return Stream.concat(read, graph.types(node).stream())
        .allMatch(type -> !(type instanceof TensorType tensor) || tensor.shape().isRanked());
  }
}
