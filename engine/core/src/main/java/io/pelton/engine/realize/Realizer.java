package io.pelton.engine.realize;

import io.pelton.engine.bind.Weights;
import io.pelton.engine.graph.Branches;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.RunState;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.plan.PlanContext;
import io.pelton.engine.plan.SegmentPlanner;
import io.pelton.engine.plan.choice.Choice;
import io.pelton.engine.plan.run.StaticCosts;
import io.pelton.engine.realize.pick.PickedRoute;
import io.pelton.engine.realize.pick.Picker;
import io.pelton.engine.tensor.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/** Runs realizations, one at a time, by plans that are kept or made for the one pass. */
final class Realizer {
  private final PlanContext context;
  private final Weights weights;
  private final RunState state;
  private final Evaluator evaluator;
  private final RuleRegistry folding;
  private final HostTensors host;
  private final Runnable checkRunning;
  private final Counters counters;

  /**
   * @param state what kernels read and leave beside their operands
   * @param checkRunning throws when the pass was cancelled
   */
  Realizer(
      PlanContext context,
      Weights weights,
      RunState state,
      Runnable checkRunning,
      Counters counters) {
    this.context = context;
    this.weights = weights;
    this.state = state;
    this.evaluator = new Evaluator(context.devices().host().backend(), weights.prepared());
    this.folding = RuleRegistry.folding(evaluator);
    this.host = new HostTensors(context.devices(), evaluator);
    this.checkRunning = checkRunning;
    this.counters = counters;
  }

  /**
   * Runs a realization.
   *
   * @param dispatch runs what has to be compiled first
   */
  Realized run(Realization realization, Dispatch dispatch) {
    return using(realization.outputs(), () -> pass(realization, dispatch));
  }

  /** Others are kept off the outputs meanwhile. */
  private static <T> T using(Optional<PersistentOutputs> outputs, Supplier<T> pass) {
    outputs.ifPresent(PersistentOutputs::enter);
    try {
      return pass.get();
    } finally {
      outputs.ifPresent(PersistentOutputs::exit);
    }
  }

  private Realized pass(Realization realization, Dispatch dispatch) {
    state.setRng(realization.rng());
    boolean isPicked =
        realization.picking().isPresent() || !realization.route().equals(PickedRoute.FIRST_ARMS);
    Optional<OrderCache> cache = isPicked ? Optional.empty() : realization.order();
    Realized realized =
        cache
            .flatMap(kept -> runCached(realization, kept, dispatch))
            .orElseGet(() -> runOnce(realization, dispatch));
    counters.passes.increment();
    return realized;
  }

  private Realized runOnce(Realization realization, Dispatch dispatch) {
    Template template = Template.of(realization);
    GivenInputs given = given(template, realization);
    Graph graph = template.graph();
    Branches.validate(graph, template.targets());
    PlanContext decided = Choice.decide(graph, template.targets(), context);
    StaticCosts costs = new StaticCosts(graph, decided);
    // what the pass finds out must not show, or a pick would depend on when it is made
    Picker picker = picker(realization, template, given.symbols().copy(), costs);
    OrderSource order = order(realization, template, picker, costs);
    counters.orders.increment();
    SegmentPlanner planner = new SegmentPlanner(graph, decided, folding);
    PassState state = new PassState(given);
    PassCompiler compiler =
        compiler(
            new Preparation(this, template, planner, Optional.empty()),
            picker::arm,
            state,
            Recorder.none());
    try (Bodies bodies = Bodies.ofOnePass();
        PassRunner runner = runner(template, realization, given, bodies)) {
      compiler.run(() -> dispatch.run(compiler, order::next, runner));
      return results(template, runner);
    }
  }

  private static OrderSource order(
      Realization realization, Template template, Picker picker, StaticCosts costs) {
    Graph graph = template.graph();
    List<ValueId> targets = template.targets();
    if (realization.picking().isPresent()) {
      return OrderSource.streaming(graph, targets, picker::arm, costs);
    }
    return realization.optimized().isPresent()
        ? OrderSource.optimized(graph, targets, realization.route(), costs)
        : OrderSource.planned(graph, targets, picker::arm, costs);
  }

  private static Picker picker(
      Realization realization, Template template, PassSymbols symbols, StaticCosts costs) {
    return realization
        .picking()
        .map(
            by ->
                Picker.asking(
                    template.graph(),
                    template.targets(),
                    by.selector(),
                    by.lookup(),
                    costs::device,
                    symbols::length))
        .orElseGet(
            () -> Picker.following(template.graph(), template.targets(), realization.route()));
  }

  /** Empty where the targets need a branch. */
  private Optional<Realized> runCached(
      Realization realization, OrderCache cache, Dispatch dispatch) {
    cache.enter();
    try {
      Preparation preparation = prepare(realization, cache);
      return preparation
          .order()
          .map(order -> new CachedPass(this, preparation, order, cache).run(realization, dispatch));
    } finally {
      cache.exit();
    }
  }

  private Preparation prepare(Realization realization, OrderCache cache) {
    Preparation known = cache.preparation();
    if (known != null && known.isOf(this, realization)) {
      return known;
    }
    Template template = Template.withStartsAsInputs(realization);
    Graph graph = template.graph();
    PlanContext decided = Choice.decide(graph, template.targets(), context);
    StaticCosts costs = new StaticCosts(graph, decided);
    Optional<List<NodeId>> order = OrderSource.cacheable(graph, template.targets(), costs);
    counters.orders.increment();
    Preparation made =
        new Preparation(this, template, new SegmentPlanner(graph, decided, folding), order);
    cache.prepare(made);
    return made;
  }

  /** Captures a pass, without running it. */
  CapturedRun capture(Realization realization) {
    return using(realization.outputs(), () -> captured(realization));
  }

  private CapturedRun captured(Realization realization) {
    Template template = Template.withStartsAsInputs(realization);
    GivenInputs given = given(template, realization);
    CaptureCheck check = new CaptureCheck();
    check.checkPicking(realization);
    check.checkSymbols(template, realization.env());
    Graph graph = template.graph();
    PickedRoute route = template.route(realization.route());
    Picker arms = Picker.following(graph, template.targets(), route);
    PlanContext decided = Choice.decide(graph, template.targets(), context);
    OrderSource order =
        OrderSource.optimized(graph, template.targets(), route, new StaticCosts(graph, decided));
    counters.orders.increment();
    List<NodeId> nodes = new ArrayList<>();
    for (List<NodeId> chunk = order.next(); !chunk.isEmpty(); chunk = order.next()) {
      nodes.addAll(chunk);
    }
    RunState own = new RunState();
    own.setRng(realization.rng());
    return new Capture(template, memory(realization), given, context.devices(), weights, own, host)
        .capture(new SegmentPlanner(graph, decided, folding), nodes, arms::arm, check);
  }

  private static ResultMemory memory(Realization realization) {
    return realization
        .outputs()
        .map(outputs -> outputs.of(realization.graph()))
        .orElse(ResultMemory.FRESH);
  }

  GivenInputs given(Template template, Realization realization) {
    template.checkUnchanged();
    return new GivenInputs(template, realization.inputs(), realization.env(), host);
  }

  PassCompiler compiler(
      Preparation preparation, ToIntFunction<NodeId> arms, PassState state, Recorder recorder) {
    return new PassCompiler(preparation, weights, this.state, arms, state, recorder, counters);
  }

  PassRunner runner(Template template, Realization realization, GivenInputs given, Bodies bodies) {
    realization.outputs().ifPresent(outputs -> outputs.checkApart(template, given));
    BodyRunner body =
        (graph, iteration, inputs) ->
            state.inBody(iteration, () -> bodies.run(graph, inputs, realization.rng(), this));
    return new PassRunner(
        template,
        memory(realization),
        host,
        new ControlRunner(evaluator, body, checkRunning),
        checkRunning,
        given.values(),
        given.symbols());
  }

  Realized results(Template template, PassRunner runner) {
    List<Value> values = template.targets().stream().map(runner::value).toList();
    return new Realized(template.asked(), values, runner.produced(), host, runner.origins());
  }
}
