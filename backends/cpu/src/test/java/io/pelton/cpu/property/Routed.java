package io.pelton.cpu.property;

import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.tensor.Tensor;
import java.util.Map;
import java.util.Optional;

/** Realized for each scenario anew, by the first arms or, for each scenario, by any. */
final class Routed extends Realizing {
  private final boolean isPicked;

  /**
   * @param isPicked any arms, else the first
   */
  Routed(Machine machine, boolean isOptimized, boolean isPicked) {
    super(isPicked ? "by a route" : "once", machine, isOptimized);
    this.isPicked = isPicked;
  }

  @Override
  public boolean takes(Recipe recipe) {
    return !isPicked || recipe.steps().stream().anyMatch(Step.Branch.class::isInstance);
  }

  @Override
  Optional<String> wrong(Subject subject, PipelinedExecutor executor, Expected expected) {
    for (int scenario = 0; scenario < subject.scenarios(); scenario++) {
      Map<String, Tensor> inputs = subject.recipe().inputs(scenario);
      Realization realization = subject.realization(scenario, inputs);
      if (isPicked) {
        realization = realization.route(subject.route(scenario));
      }
      try (Realized realized = executor.realize(realization)) {
        Optional<String> difference = expected.difference(scenario, subject.read(realized), inputs);
        if (difference.isPresent()) {
          return difference;
        }
      }
    }
    return Optional.empty();
  }
}
