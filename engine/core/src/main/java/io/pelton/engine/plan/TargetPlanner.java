package io.pelton.engine.plan;

import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.Capability;
import io.pelton.engine.tensor.MemorySpace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Lets outputs end up in memory of the caller: written there by the kernel that computes them where
 * that can be, copied at the end where not. Used once, after all other outputs are planned.
 */
final class TargetPlanner {
  private final PlanBuilder plan;
  private final Copies copies;
  private final Residency residency;
  private final List<String> names;
  private final Map<Root, Root.Output> moved = new HashMap<>();

  /**
   * @param names of the outputs
   */
  TargetPlanner(PlanBuilder plan, Copies copies, Residency residency, List<String> names) {
    this.plan = plan;
    this.copies = copies;
    this.residency = residency;
    this.names = names;
  }

  /**
   * @param value as it was planned
   * @param outputs all that are planned by now, null for others
   */
  PlannedValue place(
      int output, PlannedValue value, MemorySpace space, List<PlannedValue> outputs) {
    Root.Output known = moved.get(value.root());
    PlannedValue source = known == null ? value : value.on(known);
    Optional<String> obstacle = obstacle(source, space, outputs);
    Root.Output target = new Root.Output(output, space, obstacle.orElse(""));
    if (obstacle.isPresent()) {
      return copies.into(source, target, "output '" + names.get(output) + "'");
    }
    plan.move((Root.Transient) source.root(), target);
    moved.put(source.root(), target);
    return source.on(target);
  }

  /** Why the kernel that computes a value can't write it to the caller's memory. */
  private Optional<String> obstacle(
      PlannedValue value, MemorySpace space, List<PlannedValue> outputs) {
    if (value.root() instanceof Root.Output other) {
      return Optional.of("it is output '" + names.get(other.index()) + "' too");
    }
    if (!residency.device(value).isHost()) {
      return Optional.of("it is computed on " + residency.device(value));
    }
    if (!(value.root() instanceof Root.Transient slice)) {
      return Optional.of(
          value.root() instanceof Root.Input ? "it is an input" : "it is a constant");
    }
    if (!isWhole(value, slice)) {
      return Optional.of("it is a view that is not packed");
    }
    for (int index = 0; index < outputs.size(); index++) {
      PlannedValue other = outputs.get(index);
      if (other != null && other.root().equals(slice)) {
        return Optional.of("output '" + names.get(index) + "' is the same memory");
      }
    }
    return obstacle(value, slice, space);
  }

  private static boolean isWhole(PlannedValue value, Root.Transient slice) {
    return value.layout().isContiguous()
        && value.layout().offset() == 0
        && value.layout().elements() == slice.elements();
  }

  private Optional<String> obstacle(PlannedValue value, Root.Transient slice, MemorySpace space) {
    boolean isWritten = false;
    for (Step step : plan.steps()) {
      boolean reads = uses(step.inputs(), slice);
      boolean writes = uses(step.outputs(), slice);
      isWritten |= writes;
      if (reads && writes) {
        return because(step, "rewrites it");
      }
      if (reads && space.equals(MemorySpace.NATIVE)) {
        return because(step, "reads it, too");
      }
      if (writes && !canWrite(step.alternative(), space)) {
        return because(step, "writes heap memory only");
      }
      if (writes && !keepsToRows(step, slice, value)) {
        return because(step, "writes more than the rows of a run");
      }
    }
    return isWritten ? Optional.empty() : Optional.of("no kernel writes it");
  }

  private static Optional<String> because(Step step, String what) {
    return Optional.of("'" + step.name() + "' (" + step.alternative().name() + ") " + what);
  }

  private static boolean uses(List<PlannedValue> values, Root root) {
    return values.stream().filter(Objects::nonNull).anyMatch(value -> value.root().equals(root));
  }

  private static boolean canWrite(Alternative alternative, MemorySpace space) {
    return !space.equals(MemorySpace.NATIVE) || alternative.can(Capability.NATIVE_OUTPUT);
  }

  /** The caller's memory ends behind the rows of a run, which may be fewer than the plan's. */
  private static boolean keepsToRows(Step step, Root root, PlannedValue output) {
    if (!output.hasRows()) {
      return true;
    }
    return step.hasRows()
        && step.alternative().can(Capability.ACTIVE_EXTENT)
        && step.outputs().stream()
            .filter(value -> value.root().equals(root))
            .allMatch(value -> value.hasRows() && value.layout().dim(0) == output.layout().dim(0));
  }
}
