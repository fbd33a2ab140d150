package io.pelton.engine.executable;

import io.pelton.engine.bind.Weights;
import io.pelton.engine.error.DataDependentShape;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.optimize.OptimizationReport;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.plan.InputContract;
import io.pelton.engine.plan.OptimizedGraph;
import io.pelton.engine.plan.PlanContext;
import io.pelton.engine.plan.PlanFactory;
import io.pelton.engine.plan.PlanInputs;
import io.pelton.engine.plan.StateCheck;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

/**
 * What a graph becomes once the values of its parameters are known: optimized, with its weights,
 * and with the plans that executables share. Thread-safe. Closing it releases weights on devices.
 */
final class Program implements AutoCloseable {
  private final NamedGraph graph;
  private final CompileOptions options;
  private final List<Port> inputs;
  private final PlanContext context;
  private final PlanFactory plans;
  private final SharedPlans sharedPlans;
  private final Weights weights;
  private final long weightBytes;
  private final StateCheck states;
  private final Set<String> planInputs;
  private final List<InputContract> contracts;
  private final OptimizationReport optimization;
  private final AtomicBoolean mixesRows = new AtomicBoolean();
  private final AtomicReference<DataDependentShape> dataDependence = new AtomicReference<>();

  /**
   * @param context the options', or what was decided for the template by them
   * @param rules that optimized the template
   * @param prepared what folding packed
   * @param parameters which stay reachable, even if they were folded
   */
  Program(
      CompileOptions options,
      PlanContext context,
      RuleRegistry rules,
      OptimizedGraph template,
      Prepared prepared,
      Collection<Tensor> parameters) {
    this.graph = template.named();
    this.options = options;
    this.states = StateCheck.of(graph);
    this.inputs = graph.inputPorts();
    this.context = context;
    this.plans = new PlanFactory(template, context, rules);
    this.sharedPlans = new SharedPlans(plans, options.planCacheCapacity());
    List<Tensor> constants = constants(template);
    this.weights = Weights.lasting(prepared, constants);
    Set<Tensor> kept = Collections.newSetFromMap(new IdentityHashMap<>());
    kept.addAll(constants);
    kept.addAll(parameters);
    this.weightBytes = bytes(kept);
    this.optimization = template.report();
    this.planInputs = PlanInputs.of(template);
    this.contracts =
        inputs.stream()
            .map(port -> new InputContract(port, planInputs.contains(port.name())))
            .toList();
  }

  private static List<Tensor> constants(OptimizedGraph template) {
    return template.order().stream()
        .flatMap(node -> template.named().graph().constant(new ValueId(node, 0)).stream())
        .toList();
  }

  static long bytes(Collection<Tensor> tensors) {
    return tensors.stream().mapToLong(tensor -> tensor.storage().byteLength()).sum();
  }

  String name() {
    return graph.name();
  }

  CompileOptions options() {
    return options;
  }

  /** The optimized graph. */
  NamedGraph graph() {
    return graph;
  }

  /** In slot order. */
  List<Port> inputs() {
    return inputs;
  }

  /** What the inputs declare, in slot order. */
  List<InputContract> contracts() {
    return contracts;
  }

  OptimizationReport optimization() {
    return optimization;
  }

  PlanContext context() {
    return context;
  }

  PlanFactory plans() {
    return plans;
  }

  SharedPlans sharedPlans() {
    return sharedPlans;
  }

  Weights weights() {
    return weights;
  }

  /**
   * Has kernels pack their weights, and copies weights to devices, where the shapes of a run are
   * known but for the number of rows.
   */
  void packAhead() {
    if (!contracts.stream().map(contract -> contract.type().shape()).allMatch(Program::isKnown)) {
      return;
    }
    try {
      new PlanPreview(this, 1, Map.of()).preview();
    } catch (InvalidOp e) {
      // one row is not what such a graph takes: its first run packs
      return;
    }
  }

  private static boolean isKnown(Shape shape) {
    return shape.isRanked()
        && IntStream.range(1, Math.max(1, shape.rank()))
            .allMatch(axis -> shape.extent(axis).isFixed());
  }

  /** Of constants, of parameters and of what kernels packed so far. */
  long weightBytes() {
    return weightBytes + weights.bytes();
  }

  StateCheck states() {
    return states;
  }

  /** Names of the inputs on whose values shapes depend. */
  Set<String> planInputs() {
    return planInputs;
  }

  boolean mixesRows() {
    return mixesRows.get();
  }

  void markMixesRows() {
    mixesRows.set(true);
  }

  /** Why there can be no plan of the whole, where that was found. */
  Optional<DataDependentShape> dataDependence() {
    return Optional.ofNullable(dataDependence.get());
  }

  void markDataDependent(DataDependentShape reason) {
    dataDependence.set(reason);
  }

  @Override
  public void close() {
    weights.close();
  }
}
