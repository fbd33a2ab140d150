package io.pelton.cpu.property;

import io.pelton.engine.realize.ExecutorStatistics;
import io.pelton.engine.realize.OrderCache;
import io.pelton.engine.realize.PersistentOutputs;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.tensor.Tensor;
import java.util.Map;
import java.util.Optional;

/**
 * Two scenarios, one after the other, and both of them again, by plans that are kept: where nothing
 * is picked, the second time nothing is planned.
 */
final class Cached extends Realizing {
  private static final Optional<String> NOTHING = Optional.empty();

  /** So many scenarios, which have different lengths. */
  private static final int DIFFERENT = 2;

  private final boolean isPersistent;

  /**
   * @param isPersistent results lie where those of the last pass lay
   */
  Cached(Machine machine, boolean isOptimized, boolean isPersistent) {
    super(isPersistent ? "cached and persistent" : "cached", machine, isOptimized);
    this.isPersistent = isPersistent;
  }

  @Override
  Optional<String> wrong(Subject subject, PipelinedExecutor executor, Expected expected) {
    boolean isKept = subject.branches().isEmpty();
    int scenarios = Math.min(subject.scenarios(), DIFFERENT);
    try (OrderCache cache = new OrderCache();
        PersistentOutputs outputs = new PersistentOutputs()) {
      long taken = 0;
      for (int pass = 0; pass < 2 * scenarios; pass++) {
        int scenario = pass % scenarios;
        boolean isAgain = pass >= scenarios;
        Map<String, Tensor> inputs = subject.recipe().inputs(scenario);
        Realization plain = subject.realization(scenario, inputs).order(cache);
        ExecutorStatistics before = executor.statistics();
        try (Realized realized = executor.realize(isPersistent ? plain.outputs(outputs) : plain)) {
          Optional<String> wrong =
              expected
                  .difference(scenario, subject.read(realized), inputs)
                  .or(() -> isAgain && isKept ? work(before, executor.statistics()) : NOTHING);
          if (wrong.isPresent()) {
            String name = isAgain ? "again, " : "at first, ";
            return wrong.map(reason -> name + reason);
          }
        }
        if (isAgain && outputs.allocations() != taken) {
          return Optional.of("persistent outputs took memory again");
        }
        taken = outputs.allocations();
      }
    }
    return NOTHING;
  }

  private static Optional<String> work(ExecutorStatistics before, ExecutorStatistics after) {
    ExecutorStatistics nothing =
        new ExecutorStatistics(
            before.passes() + 1,
            before.ordersMade(),
            before.segmentsPlanned(),
            before.stepsBound(),
            before.compilerJobs());
    return after.equals(nothing)
        ? NOTHING
        : Optional.of("a pass over known shapes made " + after + " of " + before);
  }
}
