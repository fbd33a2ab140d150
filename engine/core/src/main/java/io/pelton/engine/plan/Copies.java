package io.pelton.engine.plan;

import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.Capability;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.plan.PlanBuilder.Values;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.BiFunction;

/**
 * Brings values to where kernels can read them: moves them between devices, always through the
 * host, and packs views. What was copied to a device once is shared by all later readers there.
 */
final class Copies {
  private record Target(PlannedValue value, Device device) {}

  private final PlanBuilder plan;
  private final Residency residency;
  private final PlanContext context;
  private final BiFunction<Graph, NodeId, Candidate> packing;
  private final Map<Target, PlannedValue> made = new HashMap<>();

  /**
   * @param context prices moves, and says whether they need a price
   * @param packing the kernel that packs, for a placed copy node
   */
  Copies(
      PlanBuilder plan,
      Residency residency,
      PlanContext context,
      BiFunction<Graph, NodeId, Candidate> packing) {
    this.plan = plan;
    this.residency = residency;
    this.context = context;
    this.packing = packing;
  }

  /** The value where the alternative can read it on the device. */
  PlannedValue readable(PlannedValue value, Device device, Alternative by, String reader) {
    if (value.layout() == null) {
      return value;
    }
    PlannedValue local = on(value, device, reader);
    return isTaken(local, device, by) ? local : contiguous(local, device, reader);
  }

  /** True when the alternative reads the value, which lies on the device, as it lies. */
  boolean isTaken(PlannedValue value, Device device, Alternative by) {
    if (value.layout() == null) {
      return true;
    }
    return device.isHost()
        ? by.takes(residency.space(value), value.layout())
        : value.layout().isContiguous() || by.can(Capability.STRIDED);
  }

  /** True where {@link #on} would move no bytes. */
  boolean isOn(PlannedValue value, Device device) {
    return residency.device(value).equals(device)
        || (value.root() instanceof Root.Constant constant && isWhole(value, constant))
        || made.containsKey(new Target(value, device));
  }

  /** The value on the device, as it lies if it lies there. */
  PlannedValue on(PlannedValue value, Device device, String reader) {
    Device from = residency.device(value);
    if (value.layout() == null || from.equals(device)) {
      return value;
    }
    PlannedValue known = made.get(new Target(value, device));
    if (known != null) {
      return known;
    }
    PlannedValue moved = move(value, from, device, reader);
    made.put(new Target(value, device), moved);
    return moved;
  }

  private PlannedValue move(PlannedValue value, Device from, Device to, String reader) {
    if (value.root() instanceof Root.Constant constant && isWhole(value, constant)) {
      Root root = new Root.Resident(constant.tensor(), to.id());
      return PlannedValue.of(root, value.dtype(), contiguous(value), false);
    }
    return transfer(value, from, to, reader);
  }

  private PlannedValue transfer(PlannedValue value, Device from, Device to, String reader) {
    if (value.dtype() == DType.STRING) {
      throw new InvalidOp(
          reader,
          OpKind.COPY.label(),
          "strings live on the host and can't be moved to " + to + "; leave them on " + from);
    }
    if (!from.isHost() && !to.isHost()) {
      Device host = residency.devices().host();
      return transfer(on(value, host, reader), host, to, reader);
    }
    return transfer(value, from, to, allocated(value, to), reader);
  }

  /** One side is the host. */
  private PlannedValue transfer(
      PlannedValue value, Device from, Device to, PlannedValue target, String reader) {
    PlannedValue source = value.layout().isContiguous() ? value : contiguous(value, from, reader);
    Device remote = from.isHost() ? to : from;
    OptionalDouble price = context.moveNanos(reader, from, to, value.bytes());
    Alternative transfer = Transfer.alternative(from.id(), to.id());
    Graph copy = new Graph();
    NodeId node = copyNode(copy, source, reader);
    return add(copy, node, source, target, Candidate.only(remote, transfer, Cost.ofMove(price)));
  }

  /** Resident weights are whole tensors; a view of one is moved like any value. */
  private static boolean isWhole(PlannedValue value, Root.Constant constant) {
    return value.layout().equals(constant.tensor().layout()) && value.layout().isContiguous();
  }

  /** A contiguous copy in the memory of the device that the value lies on. */
  PlannedValue contiguous(PlannedValue value, String reader) {
    return contiguous(value, residency.device(value), reader);
  }

  private PlannedValue contiguous(PlannedValue value, Device device, String reader) {
    Target key = new Target(value, device);
    PlannedValue known = made.get(key);
    if (known != null) {
      return known;
    }
    PlannedValue packed = snapshot(value, device, reader);
    made.put(key, packed);
    return packed;
  }

  /** A contiguous copy on the device that no one else reads. */
  PlannedValue fresh(PlannedValue value, Device device, String reader) {
    Device from = residency.device(value);
    if (from.equals(device)) {
      return snapshot(value, device, reader);
    }
    return transfer(value, from, device, reader);
  }

  private PlannedValue snapshot(PlannedValue value, Device device, String reader) {
    return snapshot(value, device, allocated(value, device), reader);
  }

  private PlannedValue snapshot(PlannedValue value, Device device, PlannedValue to, String reader) {
    Graph copy = new Graph();
    NodeId node = copyNode(copy, value, reader);
    copy.place(node, device.id());
    return add(copy, node, value, to, packing.apply(copy, node));
  }

  /** A copy in memory of the caller. */
  PlannedValue into(PlannedValue value, Root.Output target, String reader) {
    Device from = residency.device(value);
    PlannedValue to = PlannedValue.of(target, value.dtype(), contiguous(value), value.hasRows());
    return from.isHost()
        ? snapshot(value, from, to, reader)
        : transfer(value, from, residency.devices().host(), to, reader);
  }

  private static NodeId copyNode(Graph copy, PlannedValue value, String reader) {
    DType dtype = value.dtype();
    ValueType type = ValueType.tensor(dtype, Shape.fixed(value.layout().dims()));
    ValueId source = copy.input("source", type);
    return copy.add("copy for " + reader, new ShapeOp.Copy(), List.of(source));
  }

  private PlannedValue allocated(PlannedValue value, Device device) {
    return plan.allocate(value.dtype(), contiguous(value), value.hasRows(), device);
  }

  /** Runs the copy node of a graph of its own. */
  private PlannedValue add(
      Graph copy, NodeId node, PlannedValue from, PlannedValue to, Candidate chosen) {
    plan.add(copy, node, chosen, new Values(List.of(from), List.of(to), from.hasRows()));
    return to;
  }

  private static Layout contiguous(PlannedValue value) {
    return Layout.contiguous(value.layout().dims());
  }
}
