package io.pelton.engine.plan;

import io.pelton.engine.graph.GeneratorOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.Inference;
import io.pelton.engine.graph.MutationOp;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.SourceOp;
import io.pelton.engine.graph.StorageClass;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.plan.Plan.Delivery;
import io.pelton.engine.plan.PlanBuilder.Values;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.MemorySpace;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Makes the plan of one specialized graph: picks a device and a kernel per node, turns views into
 * layouts, and copies where a kernel needs its operands elsewhere or packed.
 */
final class Planner {
  private final NamedGraph named;
  private final Graph graph;
  private final Devices devices;
  private final String reason;
  private final List<BoundInput> inputs;
  private final List<ValueId> inputIds;
  private final int rows;
  private final Delivery delivery;
  private final OutputPlaces places;
  private final PlanBuilder plan;
  private final Residency residency;
  private final Copies copies;
  private final Selection selection;
  private final Map<ValueId, PlannedValue> values = new HashMap<>();

  /**
   * @param inputs by slot
   * @param rows upper bound of the rows, or -1 where there are none
   * @param delivery where outputs are left
   * @param places where each output is to lie, of those that are not left in place
   */
  Planner(
      NamedGraph named,
      PlanContext context,
      List<BoundInput> inputs,
      int rows,
      Delivery delivery,
      OutputPlaces places) {
    this.named = named;
    this.graph = named.graph();
    this.devices = context.devices();
    this.reason = context.assignment().reason();
    this.inputs = inputs;
    this.inputIds = List.copyOf(named.inputs().values());
    this.rows = rows;
    this.delivery = delivery;
    this.places = places;
    this.plan = new PlanBuilder(rows);
    this.residency = new Residency(devices, inputs);
    this.selection = new Selection(context, residency);
    this.copies = new Copies(plan, residency, context, selection::packing);
  }

  Plan plan() {
    int slot = 0;
    for (ValueId input : named.inputs().values()) {
      planInput(input, slot++);
    }
    List<ValueId> targets = List.copyOf(named.outputs().values());
    for (NodeId node : order(targets)) {
      try {
        planNode(node);
      } catch (ArithmeticException | IllegalArgumentException e) {
        throw graph.inference(node).invalid("can't be planned for these shapes: " + e.getMessage());
      }
    }
    List<PlannedValue> outputs = planOutputs(targets);
    return new Plan(
        named,
        devices,
        reason,
        plan.steps(),
        inputs,
        outputs,
        delivery,
        rows,
        plan.memory(),
        plan.strings(),
        plan.made());
  }

  /** Nodes of a pass were put in order before they came here. */
  private List<NodeId> order(List<ValueId> targets) {
    return delivery == Delivery.ON_HOST ? graph.runOrder(targets) : graph.runOrderAsAdded(targets);
  }

  private void planInput(ValueId input, int slot) {
    BoundInput bound = inputs.get(slot);
    if (bound.value() == null) {
      DType dtype = ((TensorType) graph.type(input)).dtype();
      Root root = new Root.Input(slot);
      values.put(input, PlannedValue.of(root, dtype, bound.layout(), bound.hasRows()));
    }
  }

  private void planNode(NodeId node) {
    Op op = graph.op(node);
    if (op instanceof SourceOp.Const) {
      ValueId value = new ValueId(node, 0);
      Tensor tensor = graph.constant(value).orElseThrow();
      Root root = new Root.Constant(tensor);
      values.put(value, PlannedValue.of(root, tensor.dtype(), tensor.layout(), false));
    } else if (op instanceof MutationOp.Release) {
      planRelease(node);
    } else if (op instanceof GeneratorOp.Alloc) {
      planAlloc(node);
    } else if (op instanceof ShapeOp.Copy copy) {
      planCopy(node, copy);
    } else if (op instanceof MutationOp.Move move) {
      planMove(node, devices.get(move.target()));
    } else if (op.isView()) {
      planView(node, op);
    } else if (!(op instanceof SourceOp)) {
      planKernel(node, op);
    }
  }

  /** Whose life ends is known from who reads it; the token is empty. */
  private void planRelease(NodeId node) {
    Tensor token = Tensor.allocate(((TensorType) graph.types(node).get(0)).dtype(), 0);
    Root root = new Root.Constant(token);
    values.put(new ValueId(node, 0), PlannedValue.of(root, token.dtype(), token.layout(), false));
  }

  /** Memory that nothing has filled yet takes no step. */
  private void planAlloc(NodeId node) {
    Device device = selection.deviceOf(graph, node);
    values.put(new ValueId(node, 0), plan.allocate(graph, graph.types(node).get(0), device));
  }

  /** A copy without a target stays where it is placed, else where its operand lies. */
  private void planCopy(NodeId node, ShapeOp.Copy copy) {
    PlannedValue value = values.get(graph.operands(node).get(0));
    Device device =
        Optional.ofNullable(copy.target())
            .or(() -> graph.placement(node))
            .map(devices::get)
            .orElseGet(() -> residency.device(value));
    values.put(new ValueId(node, 0), copies.fresh(value, device, graph.name(node)));
  }

  /** A move to where the value lies is no copy, unless its memory must stay as it is. */
  private void planMove(NodeId node, Device device) {
    PlannedValue value = values.get(graph.operands(node).get(0));
    boolean isThere =
        value.root() instanceof Root.Transient && residency.device(value).equals(device);
    values.put(
        new ValueId(node, 0), isThere ? value : copies.fresh(value, device, graph.name(node)));
  }

  private void planView(NodeId node, Op op) {
    Inference inference = graph.inference(node);
    ValueId output = new ValueId(node, 0);
    boolean hasRows = graph.isRows(((TensorType) graph.type(output)).shape());
    PlannedValue operand = values.get(graph.operands(node).get(0));
    Optional<Layout> view = op.view(inference, operand.layout());
    if (view.isEmpty()) {
      operand = copies.contiguous(operand, graph.name(node));
      view = op.view(inference, operand.layout());
    }
    Layout layout =
        view.orElseThrow(() -> inference.invalid("has no view of a contiguous operand"));
    values.put(output, operand.viewedAs(layout, hasRows));
  }

  private void planKernel(NodeId node, Op op) {
    List<PlannedValue> operands = new ArrayList<>();
    boolean readsRows = false;
    for (int i = 0; i < graph.operands(node).size(); i++) {
      ValueId id = graph.operands(node).get(i);
      PlannedValue operand = id.isAbsent() || op.isPlanOperand(i) ? null : values.get(id);
      readsRows |= operand != null && operand.hasRows();
      operands.add(operand);
    }
    Candidate chosen = selection.frontier(graph, node, operands, copies).get(0);
    Device device = chosen.device();
    List<PlannedValue> in = new ArrayList<>();
    OptionalInt rewritten = op.destructiveInput();
    for (int i = 0; i < operands.size(); i++) {
      boolean isTarget = rewritten.isPresent() && rewritten.getAsInt() == i;
      PlannedValue operand = operands.get(i);
      in.add(
          operand == null
              ? null
              : isTarget
                  ? writable(node, operand, device)
                  : copies.readable(operand, device, chosen.alternative(), graph.name(node)));
    }
    List<PlannedValue> out = new ArrayList<>();
    int slot = 0;
    for (ValueType type : graph.types(node)) {
      boolean isTarget = rewritten.isPresent() && slot == 0;
      PlannedValue output =
          isTarget ? in.get(rewritten.getAsInt()).rewritten() : plan.allocate(graph, type, device);
      out.add(output);
      values.put(new ValueId(node, slot++), output);
    }
    boolean makesRows = op.makesRows() && out.stream().anyMatch(PlannedValue::hasRows);
    plan.add(graph, node, chosen, new Values(in, out, readsRows || makesRows));
  }

  /**
   * The target of a destructive node in memory that it may rewrite: safety copies saw to it that no
   * one reads the old contents any more.
   */
  private PlannedValue writable(NodeId node, PlannedValue target, Device device) {
    if (!(target.root() instanceof Root.Input)) {
      PlannedValue local = copies.on(target, device, graph.name(node));
      return local.layout().isContiguous() ? local : copies.contiguous(local, graph.name(node));
    }
    Inference inference = graph.inference(node);
    Device holder = residency.device(target);
    inference.check(
        holder.equals(device),
        "can't rewrite session state on "
            + device
            + ": it is on "
            + (holder.isHost() ? "the host" : holder));
    MemorySpace space = residency.space(target);
    boolean isWritable = !space.equals(MemorySpace.NATIVE);
    inference.check(
        isWritable && target.layout().isContiguous(),
        "session state should be contiguous on the heap but is "
            + target.layout()
            + (isWritable ? "" : " in memory " + space));
    return target;
  }

  private List<PlannedValue> planOutputs(List<ValueId> targets) {
    List<PlannedValue> outputs = new ArrayList<>();
    for (int index = 0; index < targets.size(); index++) {
      boolean isOurs = places.target(index).isEmpty();
      outputs.add(isOurs ? planOutput(index, targets.get(index)) : null);
    }
    TargetPlanner targeted =
        new TargetPlanner(plan, copies, residency, List.copyOf(named.outputs().keySet()));
    for (int index = 0; index < targets.size(); index++) {
      if (outputs.get(index) == null) {
        MemorySpace space = places.target(index).orElseThrow();
        PlannedValue value = values.get(targets.get(index));
        outputs.set(index, targeted.place(index, value, space, outputs));
      }
    }
    return outputs;
  }

  private PlannedValue planOutput(int index, ValueId target) {
    PlannedValue value = values.get(target);
    Device device = places.isResident(index) ? residency.device(value) : devices.host();
    PlannedValue output =
        delivery == Delivery.ON_HOST ? own(value, device) : lasting(target, value);
    if (delivery == Delivery.ON_HOST) {
      plan.keep(output);
    } else {
      plan.detach(output);
    }
    return output;
  }

  /** Contiguous, on the device and the executable's own. */
  private PlannedValue own(PlannedValue planned, Device device) {
    PlannedValue value = copies.on(planned, device, "output");
    boolean isOwn =
        !(value.root() instanceof Root.Input
            || value.root() instanceof Root.Constant
            || value.root() instanceof Root.Resident);
    boolean isWhole = value.layout() == null || value.layout().isContiguous();
    return isOwn && isWhole ? value : copies.contiguous(value, "output");
  }

  /** As it lies, unless it is another name or a view of session state, which may be written. */
  private PlannedValue lasting(ValueId target, PlannedValue value) {
    boolean isView = graph.op(target.node()).isView();
    return isView && value.root() instanceof Root.Input input && isSession(input)
        ? copies.fresh(value, residency.device(value), "output")
        : value;
  }

  private boolean isSession(Root.Input input) {
    return graph.storageClass(inputIds.get(input.slot()).node()) == StorageClass.SESSION;
  }
}
