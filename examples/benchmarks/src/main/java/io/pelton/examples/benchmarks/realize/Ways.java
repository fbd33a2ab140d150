package io.pelton.examples.benchmarks.realize;

import io.pelton.engine.bind.BoundPlan;
import io.pelton.engine.bind.Weights;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.kernel.RunState;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.plan.BoundInput;
import io.pelton.engine.plan.OptimizedGraph;
import io.pelton.engine.plan.PlanContext;
import io.pelton.engine.plan.PlanFactory;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.realize.CapturedRun;
import io.pelton.engine.realize.OrderCache;
import io.pelton.engine.realize.PersistentOutputs;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.realize.StorageCache;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.MemorySpace;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** The ways to run one graph: realized, compiled, and as nothing but its kernel calls. */
final class Ways implements AutoCloseable {
  /** Runs the graph once. */
  interface Pass {
    /**
     * @param inputs by slot
     * @return the output, valid until the next pass
     */
    Tensor run(Tensor[] inputs);
  }

  private final NamedGraph named;
  private final ValueId target;
  private final List<ValueId> inputs;
  private final Devices devices;
  private final PlanContext context;
  private final Evaluator evaluator;
  private final PipelinedExecutor executor;
  private final PersistentOutputs outputs = new PersistentOutputs();
  private final List<OrderCache> orders = new ArrayList<>();
  private final List<CapturedRun> captured = new ArrayList<>();
  private final Weights weights = Weights.ofPlans();

  /**
   * @param named has one output
   */
  Ways(NamedGraph named, Backend backend) {
    this.named = named;
    this.target = List.copyOf(named.outputs().values()).get(0);
    this.inputs = List.copyOf(named.inputs().values());
    this.devices = Devices.of(backend);
    this.context = new PlanContext(devices, PlanOptions.pinnedTo(devices.host().id()));
    this.evaluator = new Evaluator(backend, new Prepared());
    this.executor = new PipelinedExecutor(devices, context.options());
  }

  /** Planned in every pass, on the executor's other thread. */
  Pass planned() {
    return realized(UnaryOperator.identity());
  }

  /** By kept plans, to new memory in every pass. */
  Pass cached() {
    OrderCache order = newOrder();
    return realized(realization -> realization.order(order));
  }

  /** By kept plans, to the same memory in every pass. */
  Pass persistent() {
    OrderCache order = newOrder();
    return realized(realization -> realization.order(order).outputs(outputs));
  }

  /** By kept plans of what the standard rules make of the graph. */
  Pass optimized() {
    OrderCache order = newOrder();
    OptimizedGraph optimized = OptimizedGraph.of(named, RuleRegistry.standard(evaluator));
    return realized(realization -> realization.optimized(optimized).order(order));
  }

  private OrderCache newOrder() {
    OrderCache order = new OrderCache();
    orders.add(order);
    return order;
  }

  private Pass realized(UnaryOperator<Realization> how) {
    StorageCache given = new StorageCache();
    Realization realization =
        how.apply(Realization.of(named.graph()).targets(target).inputs(given));
    return tensors -> {
      give(given, tensors);
      try (Realized realized = executor.realize(realization)) {
        return (Tensor) realized.value(target);
      }
    };
  }

  /** As a list of calls on copies of the inputs. */
  Pass captured(Tensor[] like) {
    StorageCache given = new StorageCache();
    give(given, like);
    CapturedRun run = executor.capture(Realization.of(named.graph()).targets(target).inputs(given));
    captured.add(run);
    return tensors -> {
      give(given, tensors);
      return (Tensor) run.replay(given).value(target);
    };
  }

  private void give(StorageCache given, Tensor[] tensors) {
    for (int slot = 0; slot < tensors.length; slot++) {
      given.put(inputs.get(slot), tensors[slot]);
    }
  }

  /** Compiled, without fusing. */
  Pass compiled() {
    ExecutableGraph executable =
        CompiledGraph.compile(named, CompileOptions.on(devices), RuleRegistry::folding)
            .newExecutable();
    return tensors -> {
      executable.runSlots(tensors);
      return (Tensor) executable.output(0);
    };
  }

  /** The calls of the compiled graph's plan, without what checks inputs and finds plans. */
  Pass calls(Tensor[] like) {
    RuleRegistry rules = RuleRegistry.folding(evaluator);
    List<BoundInput> bound = new ArrayList<>();
    for (Tensor tensor : like) {
      bound.add(new BoundInput(Layout.contiguous(tensor.dims()), false, MemorySpace.HEAP, null));
    }
    BoundPlan plan =
        new PlanFactory(OptimizedGraph.of(named, rules), context, rules)
            .plan(bound, -1)
            .map(made -> BoundPlan.of(made, weights, new RunState()))
            .orElseThrow();
    return tensors -> {
      plan.run(tensors, 1);
      return (Tensor) plan.output(0);
    };
  }

  @Override
  public void close() {
    captured.forEach(CapturedRun::close);
    executor.close();
    orders.forEach(OrderCache::close);
    outputs.close();
    weights.close();
  }
}
