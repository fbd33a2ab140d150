package io.pelton.engine.realize;

import io.pelton.engine.bind.HostCopies;
import io.pelton.engine.bind.Weights;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.plan.Known;
import io.pelton.engine.plan.PlanContext;
import io.pelton.engine.plan.PlanKey;
import io.pelton.engine.plan.SegmentPlanner;
import io.pelton.engine.plan.run.StaticCosts;
import io.pelton.engine.realize.pick.Picker;
import io.pelton.engine.tensor.Storage;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

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
