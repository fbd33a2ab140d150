package io.pelton.engine.plan;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.Inference;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.SourceOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.MemorySpace;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the plan of one specialized graph: picks kernels, turns views into layouts, packs where a
 * kernel needs it.
 */
final class Planner {
  private final NamedGraph named;
  private final Graph graph;
  private final Backend backend;
  private final List<BoundInput> inputs;
  private final int rows;
  private final MemoryPlanner memory = new MemoryPlanner();
  private final List<Step> steps = new ArrayList<>();
  private final Map<ValueId, PlannedValue> values = new HashMap<>();
  private final Map<PlannedValue, PlannedValue> packed = new HashMap<>();
  private int strings;
  private int made;

  /**
   * @param inputs by slot
   * @param rows upper bound of the rows, or -1 where there are none
   */
  Planner(NamedGraph named, Backend backend, List<BoundInput> inputs, int rows) {
    this.named = named;
    this.graph = named.graph();
    this.backend = backend;
    this.inputs = inputs;
    this.rows = rows;
  }

  Plan plan() {
    int slot = 0;
    for (ValueId input : named.inputs().values()) {
      planInput(input, slot++);
    }
    List<ValueId> targets = List.copyOf(named.outputs().values());
    for (NodeId node : graph.runOrder(targets)) {
      try {
        planNode(node);
      } catch (ArithmeticException | IllegalArgumentException e) {
        throw graph.inference(node).invalid("can't be planned for these shapes: " + e.getMessage());
      }
    }
    List<PlannedValue> outputs = targets.stream().map(this::planOutput).toList();
    return new Plan(named, backend, steps, inputs, outputs, rows, memory.plan(), strings, made);
  }

  private void planInput(ValueId input, int slot) {
    BoundInput bound = inputs.get(slot);
    if (bound.value() == null) {
      DType dtype = ((TensorType) graph.type(input)).dtype();
      values.put(
          input, new PlannedValue(new Root.Input(slot), dtype, bound.layout(), bound.hasRows()));
    }
  }

  private void planNode(NodeId node) {
    Op op = graph.op(node);
    if (op instanceof SourceOp.Const) {
      ValueId value = new ValueId(node, 0);
      Tensor tensor = graph.constant(value).orElseThrow();
      values.put(
          value,
          new PlannedValue(new Root.Constant(tensor), tensor.dtype(), tensor.layout(), false));
    } else if (op.isView()) {
      planView(node, op);
    } else if (!(op instanceof SourceOp)) {
      planKernel(node, op);
    }
  }

  private void planView(NodeId node, Op op) {
    Inference inference = graph.inference(node);
    ValueId output = new ValueId(node, 0);
    boolean hasRows = graph.isRows(((TensorType) graph.type(output)).shape());
    PlannedValue operand = values.get(graph.operands(node).get(0));
    Optional<Layout> view = op.view(inference, operand.layout());
    if (view.isEmpty()) {
      operand = pack(operand, graph.name(node));
      view = op.view(inference, operand.layout());
    }
    Layout layout =
        view.orElseThrow(() -> inference.invalid("has no view of a contiguous operand"));
    values.put(output, operand.viewedAs(layout, hasRows));
  }

  private void planKernel(NodeId node, Op op) {
    Alternative alternative = backend.select(graph, node);
    List<ValueId> operands = graph.operands(node);
    List<PlannedValue> in = new ArrayList<>();
    boolean readsRows = false;
    for (int i = 0; i < operands.size(); i++) {
      PlannedValue operand = null;
      if (!operands.get(i).isAbsent() && !op.isPlanOperand(i)) {
        operand = values.get(operands.get(i));
        readsRows |= operand.hasRows();
        operand = isReadable(operand, alternative) ? operand : pack(operand, graph.name(node));
      }
      in.add(operand);
    }
    List<PlannedValue> out = new ArrayList<>();
    int slot = 0;
    for (ValueType type : graph.types(node)) {
      PlannedValue output = allocate(type);
      out.add(output);
      values.put(new ValueId(node, slot++), output);
    }
    addStep(graph.name(node), op, graph.inference(node), alternative, readsRows, in, out);
  }

  private boolean isReadable(PlannedValue value, Alternative alternative) {
    return value.layout() == null || alternative.takes(space(value), value.layout());
  }

  private MemorySpace space(PlannedValue value) {
    if (value.dtype() == DType.STRING) {
      return MemorySpace.HEAP;
    }
    if (value.root() instanceof Root.Input input) {
      return inputs.get(input.slot()).space();
    }
    return value.root() instanceof Root.Constant constant
        ? constant.tensor().storage().space()
        : MemorySpace.HEAP;
  }

  private PlannedValue allocate(ValueType type) {
    if (!(type instanceof TensorType tensor)) {
      return PlannedValue.made(made++);
    }
    Layout layout = Layout.contiguous(tensor.shape().maxDims());
    return allocate(tensor.dtype(), layout, graph.isRows(tensor.shape()));
  }

  private PlannedValue allocate(DType dtype, Layout layout, boolean hasRows) {
    if (dtype == DType.STRING) {
      return new PlannedValue(new Root.Strings(strings++), dtype, layout, hasRows);
    }
    long slots = dtype.carrierSlots(layout.elements());
    int index = memory.add(ArenaKey.of(MemorySpace.HEAP, dtype.carrier()), slots, steps.size());
    return new PlannedValue(
        new Root.Transient(index, dtype, layout.elements()), dtype, layout, hasRows);
  }

  /** A contiguous copy on the heap, made once per value. */
  private PlannedValue pack(PlannedValue value, String reader) {
    PlannedValue known = packed.get(value);
    if (known != null) {
      return known;
    }
    Graph copy = new Graph();
    ValueId source =
        copy.input("source", ValueType.tensor(value.dtype(), Shape.fixed(value.layout().dims())));
    NodeId node = copy.add("copy for " + reader, new ShapeOp.Copy(), List.of(source));
    PlannedValue target =
        allocate(value.dtype(), Layout.contiguous(value.layout().dims()), value.hasRows());
    addStep(
        copy.name(node),
        copy.op(node),
        copy.inference(node),
        backend.select(copy, node),
        value.hasRows(),
        List.of(value),
        List.of(target));
    packed.put(value, target);
    return target;
  }

  private void addStep(
      String name,
      Op op,
      Inference inference,
      Alternative alternative,
      boolean hasRows,
      List<PlannedValue> in,
      List<PlannedValue> out) {
    int step = steps.size();
    in.stream().filter(value -> value != null).forEach(value -> markRead(value, step));
    steps.add(new Step(name, op, inference, alternative, hasRows ? rows : 1, hasRows, in, out));
  }

  private void markRead(PlannedValue value, int step) {
    if (value.root() instanceof Root.Transient slice) {
      memory.read(slice.index(), step);
    }
  }

  /** Outputs are contiguous and the executable's own. */
  private PlannedValue planOutput(ValueId target) {
    PlannedValue value = values.get(target);
    boolean isOwn =
        !(value.root() instanceof Root.Input) && !(value.root() instanceof Root.Constant);
    boolean isWhole = value.layout() == null || value.layout().isContiguous();
    PlannedValue output = isOwn && isWhole ? value : pack(value, "output");
    markRead(output, MemoryPlan.END);
    return output;
  }
}
