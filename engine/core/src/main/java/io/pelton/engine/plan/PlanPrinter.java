package io.pelton.engine.plan;

import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.kernel.HostKernel;
import io.pelton.engine.tensor.Carrier;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Prints a plan as a table: inputs, steps in order, outputs, and the bytes of the arenas. */
final class PlanPrinter {
  private final Plan plan;
  private final StringBuilder text = new StringBuilder();

  PlanPrinter(Plan plan) {
    this.plan = plan;
  }

  String print() {
    line("%s", title());
    List<String> names = new ArrayList<>(plan.graph().inputs().keySet());
    for (int slot = 0; slot < names.size(); slot++) {
      printInput(names.get(slot), slot);
    }
    for (int i = 0; i < plan.steps().size(); i++) {
      printStep(i, plan.steps().get(i));
    }
    names = new ArrayList<>(plan.graph().outputs().keySet());
    for (int slot = 0; slot < names.size(); slot++) {
      line("output %s <- %s", names.get(slot), place(plan.outputs().get(slot)));
    }
    plan.memory()
        .arenas()
        .forEach(
            (arena, size) -> line("arena  %s: %,d bytes", arena, size.peak() * arena.unitBytes()));
    line("total  %,d bytes, %d string buffers", plan.memory().bytes(), plan.strings());
    return text.toString();
  }

  String title() {
    return String.format(
        Locale.ROOT,
        "plan of '%s' on %s (%s), %s",
        plan.graph().name(),
        plan.backend().name(),
        plan.backend().description(),
        plan.honoursActiveExtent() ? "up to " + plan.rows() + " rows" : "whole batch at once");
  }

  private void printInput(String name, int slot) {
    BoundInput input = plan.inputs().get(slot);
    if (input.value() != null) {
      line("input  %s: read when the plan is made", name);
      return;
    }
    boolean isPacked =
        plan.steps().stream()
            .anyMatch(
                step ->
                    step.op() instanceof ShapeOp.Copy
                        && step.inputs().get(0).root().equals(new Root.Input(slot)));
    line(
        "input  %s: %s %s, %s",
        name, input.space(), input.layout(), isPacked ? "packed by a copy below" : "zero-copy");
  }

  private void printStep(int index, Step step) {
    line(
        "%5d  %-24s %-20s %s%s",
        index,
        step.op().label(),
        step.alternative().name(),
        places(step.outputs()) + " <- " + places(step.inputs()),
        step.alternative().kernel() instanceof HostKernel ? "  (host, allocates)" : "");
  }

  String places(List<PlannedValue> values) {
    return String.join(", ", values.stream().map(v -> v == null ? "-" : place(v)).toList());
  }

  private String place(PlannedValue value) {
    Root root = value.root();
    if (root instanceof Root.Input input) {
      return "input " + input.slot() + shape(value);
    }
    if (root instanceof Root.Constant) {
      return "weights" + shape(value);
    }
    if (root instanceof Root.Strings strings) {
      return "strings " + strings.index() + shape(value);
    }
    if (root instanceof Root.Transient slice) {
      Carrier carrier = slice.dtype().carrier();
      return carrier.name().toLowerCase(Locale.ROOT)
          + "@"
          + plan.memory().offset(slice.index())
          + shape(value);
    }
    return "object " + ((Root.Made) root).index();
  }

  private static String shape(PlannedValue value) {
    return " " + value.dtype() + value.layout();
  }

  private void line(String format, Object... arguments) {
    text.append(String.format(Locale.ROOT, format, arguments)).append('\n');
  }
}
