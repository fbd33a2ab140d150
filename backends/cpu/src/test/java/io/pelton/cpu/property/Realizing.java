package io.pelton.cpu.property;

import io.pelton.engine.realize.PipelinedExecutor;
import java.util.Optional;

/** A way through an executor of its own, that leaves nothing behind. */
abstract class Realizing implements Way {
  private final String manner;
  private final Machine machine;
  private final boolean isOptimized;

  Realizing(String manner, Machine machine, boolean isOptimized) {
    this.manner = manner;
    this.machine = machine;
    this.isOptimized = isOptimized;
  }

  Machine machine() {
    return machine;
  }

  @Override
  public final String name() {
    return manner + (isOptimized ? ", optimized, " : " ") + machine.name();
  }

  @Override
  public boolean takes(Recipe recipe) {
    return true;
  }

  @Override
  public final Optional<String> wrong(Recipe recipe, Expected expected) {
    Subject subject = new Subject(recipe, machine.build(recipe), isOptimized);
    Optional<String> wrong;
    try (PipelinedExecutor executor = machine.executor()) {
      wrong = wrong(subject, executor, expected);
    }
    return wrong.or(machine::left);
  }

  /** Runs every scenario and closes all results. */
  abstract Optional<String> wrong(Subject subject, PipelinedExecutor executor, Expected expected);
}
