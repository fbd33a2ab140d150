package io.pelton.engine.plan.choice;

import io.pelton.engine.graph.GeneratorOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeExtents;
import io.pelton.engine.kernel.Work;
import io.pelton.engine.plan.CostModel;
import io.pelton.engine.plan.PlanContext;
import io.pelton.engine.tensor.DType;
import java.util.stream.Stream;

/**
 * What the nodes of a graph cost on the host and on one other device, and what it costs to move
 * what they compute. A batch counts as {@link CostModel#STATIC_ROWS} rows, and every other length
 * that is not known as the same number, or its upper bound where that is less; measurements don't
 * count.
 */
final class Prices {
  private final Graph graph;
  private final PlanContext context;
  private final Device away;

  Prices(Graph graph, PlanContext context, Device away) {
    this.graph = graph;
    this.context = context;
    this.away = away;
  }

  /** Nanoseconds of the cheapest kernel on the host; infinite where there is none. */
  double host(NodeId node) {
    return nanos(node, context.devices().host(), false);
  }

  /** Nanoseconds of the cheapest kernel on the device; infinite where it can't run there. */
  double away(NodeId node) {
    return isMovable(node) ? nanos(node, away, true) : Double.POSITIVE_INFINITY;
  }

  private double nanos(NodeId node, Device device, boolean isFixedOnly) {
    if (graph.op(node) instanceof GeneratorOp.Alloc) {
      return 0;
    }
    NodeExtents extents = isRanked(node) ? extents(node) : null;
    double least = Double.POSITIVE_INFINITY;
    for (Alternative kernel : context.admissible(device, graph, node)) {
      if (!isFixedOnly || kernel.kernel() instanceof FixedKernel) {
        Work work = extents == null ? Work.NONE : kernel.cost().work(extents);
        least = Math.min(least, CostModel.rooflineNanos(device, work));
      }
    }
    return least;
  }

  /** Strings and what is no tensor live on the host. */
  private boolean isMovable(NodeId node) {
    return types(node)
        .allMatch(type -> type instanceof TensorType tensor && tensor.dtype() != DType.STRING);
  }

  private boolean isRanked(NodeId node) {
    return types(node)
        .allMatch(type -> !(type instanceof TensorType tensor) || tensor.shape().isRanked());
  }

  private Stream<ValueType> types(NodeId node) {
    Stream<ValueType> read =
        graph.operands(node).stream().filter(value -> !value.isAbsent()).map(graph::type);
    return Stream.concat(read, graph.types(node).stream());
  }

  private NodeExtents extents(NodeId node) {
    return NodeExtents.atLength(graph, node, CostModel.STATIC_ROWS);
  }

  /** Nanoseconds for moving a value to the device, which has a price. */
  double up(ValueId value) {
    return move(context.devices().host(), away, value);
  }

  /** Nanoseconds for moving a value to the host. */
  double down(ValueId value) {
    return move(away, context.devices().host(), value);
  }

  private double move(Device from, Device to, ValueId value) {
    return context
        .costs()
        .transferNanos(from.id(), to.id(), bytes(value))
        .orElse(Double.POSITIVE_INFINITY);
  }

  /** 0 where a rank is not known: the move costs its latency. */
  private long bytes(ValueId value) {
    return isRanked(value.node()) ? extents(value.node()).outputBytes(value.slot()) : 0;
  }
}
