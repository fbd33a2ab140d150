package io.pelton.engine.plan;

import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.HostKernel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Prints a plan as a table: inputs, steps in order, outputs, and the bytes of the arenas. */
final class PlanPrinter {
  private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");

  private final Plan plan;
  private final StringBuilder text = new StringBuilder();

  PlanPrinter(Plan plan) {
    this.plan = plan;
  }

  String print() {
    line("%s", title());
    if (!plan.reason().isEmpty()) {
      line("%s", plan.reason());
    }
    List<String> names = new ArrayList<>(plan.graph().inputs().keySet());
    for (int slot = 0; slot < names.size(); slot++) {
      printInput(names.get(slot), slot);
    }
    for (int i = 0; i < plan.steps().size(); i++) {
      printStep(i, plan.steps().get(i));
    }
    names = new ArrayList<>(plan.graph().outputs().keySet());
    for (int slot = 0; slot < names.size(); slot++) {
      PlannedValue output = plan.outputs().get(slot);
      line("output %s <- %s%s", readable(names.get(slot)), place(output), delivery(output.root()));
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
        "plan of '%s' on %s, %s",
        readable(plan.graph().name()),
        String.join(", ", plan.devices().all().stream().map(PlanPrinter::describe).toList()),
        plan.honoursActiveExtent() ? "up to " + plan.rows() + " rows" : "whole batch at once");
  }

  private static String describe(Device device) {
    return device + " (" + device.backend().description() + ")";
  }

  private void printInput(String name, int slot) {
    BoundInput input = plan.inputs().get(slot);
    if (input.value() != null) {
      line("input  %s: read when the plan is made", readable(name));
      return;
    }
    line("input  %s: %s %s, %s", readable(name), input.space(), input.layout(), access(slot));
  }

  /** How kernels read the input: where it lies, or through which copy. */
  private String access(int slot) {
    return plan.steps().stream()
        .filter(step -> step.op() instanceof ShapeOp.Copy)
        .filter(step -> step.inputs().get(0).root().equals(new Root.Input(slot)))
        .findFirst()
        .map(step -> (step.device().isHost() ? "packed" : "moved") + ", because " + reason(step))
        .orElse("zero-copy");
  }

  private String reason(Step copy) {
    PlannedValue copied = copy.outputs().get(0);
    return plan.steps().stream()
        .filter(step -> step.inputs().contains(copied))
        .findFirst()
        .map(reader -> reason(copy, reader))
        .orElse("outputs are contiguous and the plan's own");
  }

  private static String reason(Step copy, Step reader) {
    return "'"
        + readable(reader.name())
        + "' ("
        + reader.alternative().name()
        + ") "
        + (copy.device().isHost()
            ? "reads contiguous heap memory only"
            : "runs on " + reader.device());
  }

  private void printStep(int index, Step step) {
    line(
        "%5d  %-8s %-24s %-20s %s, %s, %s%s  '%s'",
        index,
        step.device(),
        step.op().label(),
        step.alternative().name(),
        places(step.outputs()) + " <- " + places(step.inputs()),
        bytes(step),
        step.cost(),
        step.alternative().kernel() instanceof HostKernel ? "  (host, allocates)" : "",
        readable(step.name()));
  }

  /** A name from wherever, kept to its line. */
  private static String readable(String name) {
    return UNPRINTABLE.matcher(name).replaceAll("\uFFFD");
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
    if (root instanceof Root.Resident resident) {
      return "weights on " + resident.device() + shape(value);
    }
    if (root instanceof Root.Strings strings) {
      return "strings " + strings.index() + shape(value);
    }
    if (root instanceof Root.Transient slice) {
      String where =
          plan.memory().isDetached(slice.index())
              ? " of its own"
              : "@" + plan.memory().offset(slice.index());
      return slice.arena() + where + shape(value);
    }
    if (root instanceof Root.Output output) {
      return "target of output " + output.index() + ", " + output.space() + shape(value);
    }
    return "object " + ((Root.Made) root).index();
  }

  /** How an output gets to memory of the caller. */
  private static String delivery(Root root) {
    if (root instanceof Root.Output target) {
      return target.copied().isEmpty()
          ? ", written in place"
          : ", copied, because " + readable(target.copied());
    }
    return "";
  }

  private static String shape(PlannedValue value) {
    return " " + value.dtype() + value.layout();
  }

  private static String bytes(Step step) {
    long bytes = step.outputs().stream().mapToLong(PlannedValue::bytes).sum();
    return String.format(Locale.ROOT, "%,d bytes", bytes);
  }

  private void line(String format, Object... arguments) {
    text.append(String.format(Locale.ROOT, format, arguments)).append('\n');
  }
}
