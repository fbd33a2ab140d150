package io.pelton.cpu.property;

import io.pelton.engine.plan.PlanContext;
import io.pelton.engine.plan.run.StaticCosts;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.realize.pick.PickedRoute;
import io.pelton.engine.realize.pick.Picker;
import io.pelton.engine.realize.pick.RankedSelector;
import io.pelton.engine.realize.pick.RuntimeSelector;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

/**
 * Arms are picked while the pass runs; picked before it, by telemetry that stands still, they are
 * the same.
 */
final class Streamed extends Realizing {
  private final boolean isRanked;

  /**
   * @param isRanked arms are picked by telemetry, else by chance
   */
  Streamed(Machine machine, boolean isOptimized, boolean isRanked) {
    super(isRanked ? "streamed" : "streamed by chance", machine, isOptimized);
    this.isRanked = isRanked;
  }

  @Override
  Optional<String> wrong(Subject subject, PipelinedExecutor executor, Expected expected) {
    boolean isBranched = !subject.branches().isEmpty();
    for (int scenario = 0; scenario < subject.scenarios(); scenario++) {
      Asked late = new Asked(selector(subject, scenario));
      Map<String, Tensor> inputs = subject.recipe().inputs(scenario);
      Realization plain = subject.realization(scenario, inputs);
      Realization streamed = plain.picking(late, new Telemetry(subject.random(scenario)));
      Optional<String> wrong = difference(streamed, scenario, inputs, subject, executor, expected);
      if (wrong.isEmpty() && isBranched) {
        Asked early = new Asked(selector(subject, scenario));
        PickedRoute route = picker(subject, scenario, early).route();
        if (!early.answers().equals(late.answers())) {
          return Optional.of("eager picks " + early.answers() + ", streaming " + late.answers());
        }
        inputs = subject.recipe().inputs(scenario);
        Realization eager = subject.realization(scenario, inputs).route(route);
        wrong =
            difference(eager, scenario, inputs, subject, executor, expected)
                .map(reason -> "eagerly picked, " + reason);
      }
      if (wrong.isPresent()) {
        return wrong;
      }
    }
    return Optional.empty();
  }

  /** Asks in the same way, before the pass. */
  private Picker picker(Subject subject, int scenario, RuntimeSelector selector) {
    PlanContext context = new PlanContext(machine().devices(), machine().planning());
    StaticCosts costs = new StaticCosts(subject.graph(), context);
    Map<SymbolId, Long> lengths = lengths(subject, scenario);
    return Picker.asking(
        subject.graph(),
        subject.targets(),
        selector,
        new Telemetry(subject.random(scenario)),
        costs::device,
        symbol ->
            lengths.containsKey(symbol)
                ? OptionalLong.of(lengths.get(symbol))
                : OptionalLong.empty());
  }

  private RuntimeSelector selector(Subject subject, int scenario) {
    long seed = subject.random(scenario).nextLong();
    return isRanked
        ? new RankedSelector()
        : (branch, arms, lookup) -> new Random(seed ^ branch.hashCode()).nextInt(arms.size());
  }

  /** What is known before a pass. */
  private static Map<SymbolId, Long> lengths(Subject subject, int scenario) {
    Map<SymbolId, Long> lengths = new HashMap<>(subject.graph().definedSymbols());
    subject
        .recipe()
        .scenarios()
        .get(scenario)
        .symbols()
        .forEach(
            (symbol, length) -> {
              boolean isKnown =
                  subject.recipe().isBoundByInput(symbol)
                      || subject.env(scenario).get(symbol).isPresent();
              if (isKnown) {
                lengths.put(symbol, length);
              }
            });
    return lengths;
  }

  private static Optional<String> difference(
      Realization realization,
      int scenario,
      Map<String, Tensor> inputs,
      Subject subject,
      PipelinedExecutor executor,
      Expected expected) {
    try (Realized realized = executor.realize(realization)) {
      return expected.difference(scenario, subject.read(realized), inputs);
    }
  }
}
