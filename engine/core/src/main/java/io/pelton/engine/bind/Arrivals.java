package io.pelton.engine.bind;

import io.pelton.engine.kernel.Device;
import io.pelton.engine.plan.BoundInput;
import io.pelton.engine.plan.Plan;
import io.pelton.engine.plan.PlannedValue;
import io.pelton.engine.plan.Root;
import io.pelton.engine.plan.Step;
import io.pelton.engine.tensor.MemorySpace;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Finds the steps that must not begin before what devices copy to the host has arrived there. A
 * step on the host may read it, or write where the plan puts something else next; a step on a
 * device reads the host's memory when it is enqueued. Memory of a device is touched in the order of
 * its queue alone.
 */
final class Arrivals {
  private final List<BoundInput> inputs;
  private final boolean hasDevices;
  private final Set<Root> underway = new HashSet<>();
  private boolean meetRuns;
  private boolean areInputs;

  Arrivals(Plan plan) {
    this.inputs = plan.inputs();
    this.hasDevices = plan.steps().stream().map(Step::device).anyMatch(device -> !device.isHost());
  }

  /** True when steps are enqueued on devices. */
  boolean hasDevices() {
    return hasDevices;
  }

  /** True when a run uses memory of the host into which the run before it may still be copied. */
  boolean meetRuns() {
    return meetRuns;
  }

  /** True when a run copies into its own inputs, which the caller rules over afterwards. */
  boolean areInputs() {
    return areInputs;
  }

  /** Takes the plan's next step in; true when all that was enqueued must be done before it. */
  boolean precede(Step step) {
    Device device = step.device();
    if (device.isHost()) {
      meetRuns |= hasDevices;
      return land(!underway.isEmpty());
    }
    List<Root> read = roots(step.inputs());
    meetRuns |= read.stream().anyMatch(Root.Transient.class::isInstance);
    boolean isAwaited = land(read.stream().anyMatch(underway::contains));
    List<Root> written = roots(step.outputs());
    underway.addAll(written);
    areInputs |= written.stream().anyMatch(Root.Input.class::isInstance);
    return isAwaited;
  }

  private boolean land(boolean isAwaited) {
    if (isAwaited) {
      underway.clear();
    }
    return isAwaited;
  }

  /** Those in the host's memory. */
  private List<Root> roots(List<PlannedValue> values) {
    return values.stream()
        .filter(Objects::nonNull)
        .map(PlannedValue::root)
        .filter(this::isOnHost)
        .toList();
  }

  private boolean isOnHost(Root root) {
    if (root instanceof Root.Input input) {
      return !(inputs.get(input.slot()).space() instanceof MemorySpace.Device);
    }
    if (root instanceof Root.Transient slice) {
      return !(slice.arena().space() instanceof MemorySpace.Device);
    }
    return !(root instanceof Root.Resident);
  }
}
