package io.pelton.engine.executable;

import io.pelton.engine.bind.BoundPlan;
import io.pelton.engine.error.DataDependentShape;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.kernel.RunState;
import io.pelton.engine.plan.BoundInput;
import io.pelton.engine.plan.Plan;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.MemorySpace;
import io.pelton.engine.tensor.Shape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the plan that a batch would get, for contiguous inputs on the heap, and has its kernels
 * pack their weights, but runs nothing.
 */
final class PlanPreview {
  private final Program program;
  private final long rows;
  private final Map<String, Long> lengths = new LinkedHashMap<>();

  /**
   * @param rows what symbols at axis 0 stand for; any other symbol stands for 1
   * @param lengths by symbol, in place of these
   * @throws UnknownName for a symbol that no input has
   */
  PlanPreview(Program program, int rows, Map<String, Long> lengths) {
    this.program = program;
    this.rows = rows;
    List<Shape> shapes = program.inputs().stream().map(PlanPreview::shape).toList();
    shapes.forEach(this::bindFirstAxis);
    shapes.forEach(this::bindOtherAxes);
    lengths.keySet().forEach(this::checkKnown);
    this.lengths.putAll(lengths);
  }

  private static Shape shape(Port input) {
    return ((TensorType) input.type()).shape();
  }

  private void bindFirstAxis(Shape shape) {
    if (shape.isRanked() && shape.rank() > 0 && !shape.extent(0).isFixed()) {
      lengths.put(shape.extent(0).symbol().name(), rows);
    }
  }

  private void bindOtherAxes(Shape shape) {
    if (shape.isRanked()) {
      shape.extents().stream()
          .filter(extent -> !extent.isFixed())
          .forEach(extent -> lengths.putIfAbsent(extent.symbol().name(), 1L));
    }
  }

  private void checkKnown(String symbol) {
    if (!lengths.containsKey(symbol)) {
      throw new UnknownName("no symbolic length", symbol, List.copyOf(lengths.keySet()));
    }
  }

  Preview preview() {
    if (!program.planInputs().isEmpty()) {
      return none(
          "no plan ahead of a run: shapes depend on the values of inputs " + program.planInputs());
    }
    try {
      Plan plan = plan();
      bind(plan);
      return new Preview(program.name(), Optional.of(plan), "");
    } catch (DataDependentShape e) {
      return none("no plan ahead of a run, which has several: " + SegmentedRun.why(e));
    }
  }

  /** Packs weights. */
  private void bind(Plan plan) {
    try (RunState state = new RunState(program.options().intraOpThreads())) {
      BoundPlan.of(plan, program.weights(), state).close();
    }
  }

  private Preview none(String reason) {
    return new Preview(program.name(), Optional.empty(), reason);
  }

  private Plan plan() {
    long common = commonRows();
    Optional<Plan> rowwise = Optional.empty();
    if (common >= 0) {
      int bucket = program.options().bucket(Math.toIntExact(common));
      rowwise = program.plans().plan(boundInputs(bucket), bucket);
    }
    return rowwise.orElseGet(() -> program.plans().plan(boundInputs(-1), -1).orElseThrow());
  }

  /** -1 where inputs disagree or none has rows. */
  private long commonRows() {
    List<Long> distinct =
        program.inputs().stream()
            .filter(PlanPreview::hasRows)
            .map(input -> dims(input)[0])
            .distinct()
            .toList();
    return distinct.size() == 1 ? distinct.get(0) : -1;
  }

  private List<BoundInput> boundInputs(int bucket) {
    List<BoundInput> bound = new ArrayList<>();
    for (Port input : program.inputs()) {
      boolean hasRows = bucket >= 0 && hasRows(input);
      long[] dims = dims(input);
      if (hasRows) {
        dims[0] = bucket;
      }
      bound.add(new BoundInput(Layout.contiguous(dims), hasRows, MemorySpace.HEAP, null));
    }
    return bound;
  }

  private static boolean hasRows(Port input) {
    Shape shape = shape(input);
    return !shape.isRanked() || (shape.rank() > 0 && !shape.extent(0).isFixed());
  }

  /** An input of unknown rank is taken for a column. */
  private long[] dims(Port input) {
    Shape shape = shape(input);
    return shape.isRanked()
        ? shape.extents().stream().mapToLong(this::length).toArray()
        : new long[] {rows, 1};
  }

  private long length(Extent extent) {
    return extent.isFixed() ? extent.max() : lengths.get(extent.symbol().name());
  }
}
