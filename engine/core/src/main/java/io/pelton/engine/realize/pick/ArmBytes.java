package io.pelton.engine.realize.pick;

import io.pelton.engine.graph.Branch.Arm;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.MutationOp;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.SymbolId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/** Adds up what the nodes of an arm allocate on each device, from shapes alone. */
final class ArmBytes {
  private final Graph graph;
  private final Function<NodeId, DeviceId> devices;
  private final Function<SymbolId, OptionalLong> lengths;

  ArmBytes(
      Graph graph, Function<NodeId, DeviceId> devices, Function<SymbolId, OptionalLong> lengths) {
    this.graph = graph;
    this.devices = devices;
    this.lengths = lengths;
  }

  /** Of branches inside of the arm, arm 0 counts. */
  ArmEstimate of(int index, Arm arm) {
    Set<NodeId> own = new HashSet<>(arm.nodes());
    Map<DeviceId, OptionalLong> bytes = new HashMap<>();
    for (NodeId node : graph.runOrder(List.of(arm.exit()))) {
      if (own.contains(node) && !graph.op(node).isView()) {
        bytes.merge(devices.apply(node), bytes(node), ArmBytes::sum);
      }
    }
    return new ArmEstimate(index, bytes);
  }

  /** What a node writes in place takes no memory. */
  private OptionalLong bytes(NodeId node) {
    boolean isInPlace =
        graph.op(node).destructiveInput().isPresent()
            && !(graph.op(node) instanceof MutationOp.Move);
    OptionalLong sum = OptionalLong.of(0);
    List<ValueType> types = graph.types(node);
    for (int slot = isInPlace ? 1 : 0; slot < types.size(); slot++) {
      sum = sum(sum, bytes(types.get(slot)));
    }
    return sum;
  }

  private OptionalLong bytes(ValueType type) {
    if (!(type instanceof TensorType tensor)
        || tensor.dtype() == DType.STRING
        || !tensor.shape().isRanked()) {
      return OptionalLong.empty();
    }
    // in doubles, since the product may be too large for a long
    double elements = 1;
    for (Extent extent : tensor.shape().extents()) {
      OptionalLong length = length(extent);
      if (length.isEmpty()) {
        return OptionalLong.empty();
      }
      elements *= length.getAsLong();
    }
    return OptionalLong.of((long) Math.ceil(elements * tensor.dtype().bits() / 8));
  }

  /** Memory for a length that is not known is taken for its upper bound. */
  private OptionalLong length(Extent extent) {
    if (extent.isFixed()) {
      return OptionalLong.of(extent.max());
    }
    OptionalLong bound = lengths.apply(extent.symbol());
    boolean isBounded = extent.max() != Extent.UNBOUNDED;
    return bound.isEmpty() && isBounded ? OptionalLong.of(extent.max()) : bound;
  }

  private static OptionalLong sum(OptionalLong a, OptionalLong b) {
    if (a.isEmpty() || b.isEmpty()) {
      return OptionalLong.empty();
    }
    long sum = a.getAsLong() + b.getAsLong();
    return OptionalLong.of(sum < 0 ? Long.MAX_VALUE : sum);
  }
}
