package io.pelton.cpu.property;

import io.pelton.cpu.second.SecondDevice;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.realize.PipelinedExecutor;
import java.util.Optional;

/**
 * Devices, and how the nodes of a recipe find theirs.
 *
 * @param isPlaced nodes go where they wish
 * @param first which arm is arm 0
 */
record Machine(
    String name,
    SecondDevice second,
    Devices devices,
    PlanOptions planning,
    boolean isPlaced,
    int first) {
  NamedGraph build(Recipe recipe) {
    return recipe.build(isPlaced, first);
  }

  PipelinedExecutor executor() {
    return new PipelinedExecutor(devices, planning);
  }

  Compiled compiled() {
    CompileOptions options = CompileOptions.on(devices).withPlanning(planning);
    return new Compiled("compiled " + name, second, options, isPlaced, first);
  }

  /** What is wrong after everything was closed. */
  Optional<String> left() {
    int live = second.memory().liveAllocations();
    return live == 0
        ? Optional.empty()
        : Optional.of(live + " allocations are left on " + Machines.SECOND);
  }
}
