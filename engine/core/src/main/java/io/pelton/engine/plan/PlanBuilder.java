package io.pelton.engine.plan;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.Inference;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Collects the steps of a plan and the memory that they write. */
final class PlanBuilder {
  private final int rows;
  private final MemoryPlanner memory = new MemoryPlanner();
  private final List<Step> steps = new ArrayList<>();
  private int strings;
  private int made;

  /**
   * @param rows upper bound of the rows, or -1 where there are none
   */
  PlanBuilder(int rows) {
    this.rows = rows;
  }

  /** Memory for an output of the next step. */
  PlannedValue allocate(Graph graph, ValueType type, Device device) {
    if (!(type instanceof TensorType tensor)) {
      return PlannedValue.made(made++);
    }
    Layout layout = Layout.contiguous(tensor.shape().maxDims());
    return allocate(tensor.dtype(), layout, graph.isRows(tensor.shape()), device);
  }

  PlannedValue allocate(DType dtype, Layout layout, boolean hasRows, Device device) {
    if (dtype == DType.STRING) {
      return PlannedValue.of(new Root.Strings(strings++), dtype, layout, hasRows);
    }
    ArenaKey arena = ArenaKey.of(device.space(), dtype.carrier());
    int index = memory.add(arena, arena.units(dtype, layout.elements()), steps.size());
    Root root = new Root.Transient(index, arena, dtype, layout.elements());
    return PlannedValue.of(root, dtype, layout, hasRows);
  }

  /** Runs a node of a graph on values that its kernel takes. */
  void add(Graph graph, NodeId node, Candidate chosen, Values values) {
    Op op = graph.op(node);
    add(graph.name(node), op, graph.inference(node), chosen, values);
  }

  void add(String name, Op op, Inference inference, Candidate chosen, Values values) {
    int step = steps.size();
    values.in().stream().filter(Objects::nonNull).forEach(value -> markRead(value, step));
    values.out().forEach(value -> markRead(value, step));
    steps.add(
        new Step(
            name,
            op,
            inference,
            chosen.device(),
            chosen.alternative(),
            chosen.cost(),
            values.haveRows() ? rows : 1,
            values.haveRows(),
            values.in(),
            values.out()));
  }

  /** The caller reads the value after the last step. */
  void keep(PlannedValue value) {
    markRead(value, MemoryPlan.END);
  }

  /** The caller reads the value, where it lies, for as long as he wants. */
  void detach(PlannedValue value) {
    if (value.root() instanceof Root.Transient slice) {
      memory.detach(slice.index());
    }
  }

  /** Lets a value lie elsewhere, which is no longer this plan's to hold. */
  void move(Root.Transient from, Root to) {
    memory.detach(from.index());
    steps.replaceAll(
        step -> step.on(moved(step.inputs(), from, to), moved(step.outputs(), from, to)));
  }

  private static List<PlannedValue> moved(List<PlannedValue> values, Root from, Root to) {
    List<PlannedValue> moved = new ArrayList<>(values);
    moved.replaceAll(value -> value != null && value.root().equals(from) ? value.on(to) : value);
    return moved;
  }

  private void markRead(PlannedValue value, int step) {
    if (value.root() instanceof Root.Transient slice) {
      memory.read(slice.index(), step);
    }
  }

  List<Step> steps() {
    return steps;
  }

  MemoryPlan memory() {
    return memory.plan();
  }

  int strings() {
    return strings;
  }

  int made() {
    return made;
  }

  /**
   * What a step reads and writes.
   *
   * @param in by operand, null where no kernel reads one
   * @param haveRows whether any operand has rows, or the op makes them
   */
  record Values(List<PlannedValue> in, List<PlannedValue> out, boolean haveRows) {}
}
