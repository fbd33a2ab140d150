package io.pelton.engine.realize;

import io.pelton.engine.bind.Weights;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.plan.PlanContext;

/** Runs realizations, one at a time, with plans that are kept or made for the one pass. */
final class Realizer {
  private final PlanContext context;
  private final Weights weights;
  private final Evaluator evaluator;
  private final RuleRegistry folding;
  private final HostTensors host;
  private final Runnable checkRunning;
  private final Counters counters;

  Realizer(PlanContext context, Weights weights, Runnable checkRunning, Counters counters) {
    this.context = context;
    this.weights = weights;
    this.evaluator = new Evaluator(context.devices().host().backend(), weights.prepared());
    this.folding = RuleRegistry.folding(evaluator);
    this.host = new HostTensors(context.devices(), evaluator);
    this.checkRunning = checkRunning;
    this.counters = counters;
  }
}
