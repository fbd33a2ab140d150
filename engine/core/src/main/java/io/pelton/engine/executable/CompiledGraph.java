package io.pelton.engine.executable;

import io.pelton.engine.error.ParametersPending;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.optimize.OptimizationReport;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.plan.InputContract;
import io.pelton.engine.plan.PlanInputs;
import io.pelton.engine.plan.StateCheck;
import io.pelton.engine.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * A graph that was optimized for a backend, with its weights. Thread-safe; any number of
 * executables share it. Closing it releases the weights that lie on devices; without devices there
 * is nothing to release.
 *
 * <p>A graph that declares parameters ({@code Graph.markParameter}) is optimized when these are
 * final, once for each family of executables that were forked from one another: see {@link
 * Parameters}. Until then there is nothing to be said of plans.
 */
public final class CompiledGraph implements AutoCloseable {
  private final String name;
  private final CompileOptions options;
  private final List<Port> inputs;
  private final List<Port> parameters;
  private final List<Port> outputs;
  private final Programs programs;
  private final ParameterValues initial;
  private final List<InputContract> contracts;
  private final StateCheck states;
  private final boolean hasExperts;
  private final boolean isRandom;

  /** Null for a graph without parameters, which is not kept. */
  private final Blueprint blueprint;

  private CompiledGraph(NamedGraph graph, CompileOptions options, Blueprint blueprint) {
    NamedGraph ends = withoutParameters(graph);
    this.name = graph.name();
    this.options = options;
    this.parameters = graph.parameterPorts();
    this.inputs = ends.inputPorts();
    this.outputs = ends.outputPorts();
    this.states = StateCheck.of(ends);
    this.hasExperts = Experts.areIn(graph);
    this.programs = new Programs(name);
    this.blueprint = parameters.isEmpty() ? null : blueprint;
    Program only = parameters.isEmpty() ? blueprint.program(Map.of()) : null;
    if (only != null) {
      programs.add(only);
    }
    this.contracts = only != null ? only.contracts() : contracts(ends);
    this.isRandom = (only != null ? only.graph() : graph).isRandom();
    this.initial = ParameterValues.none(this, only);
    // never the last user's, so that a graph's only program stays until the graph is closed
    initial.retain();
  }

  /** True when runs draw random numbers, as far as that is known before parameters are. */
  boolean isRandom() {
    return isRandom;
  }

  /** True when there are products of experts. */
  boolean hasExperts() {
    return hasExperts;
  }

  private static NamedGraph withoutParameters(NamedGraph graph) {
    Map<String, ValueId> left = new LinkedHashMap<>(graph.inputs());
    graph.parameterPorts().forEach(port -> left.remove(port.name()));
    return new NamedGraph(graph.name(), graph.graph(), left, graph.outputs());
  }

  private static List<InputContract> contracts(NamedGraph named) {
    Set<String> planInputs =
        PlanInputs.of(named.graph(), named.graph().order(named.outputs().values()));
    return named.inputPorts().stream()
        .map(port -> new InputContract(port, planInputs.contains(port.name())))
        .toList();
  }

  /**
   * Optimizes a copy of the graph, with arm 0 of its branches alone: executables never run another.
   * Plans refuse to be made once the graph itself was changed.
   *
   * @throws io.pelton.engine.error.EngineException when folding a constant part fails
   */
  public static CompiledGraph compile(NamedGraph graph, CompileOptions options) {
    return compile(graph, options, RuleRegistry::standard);
  }

  /**
   * Like {@link #compile(NamedGraph, CompileOptions)}, with other rules than the standard ones.
   *
   * @param registry makes the rules, given what folds constants
   */
  public static CompiledGraph compile(
      NamedGraph graph, CompileOptions options, Function<Evaluator, RuleRegistry> registry) {
    return new CompiledGraph(graph, options, new Blueprint(graph, options, registry));
  }

  public String name() {
    return name;
  }

  /**
   * What the optimizer did: with the parameters that were finalized last, where any are declared.
   *
   * @throws ParametersPending when no executable has final ones
   */
  public OptimizationReport optimization() {
    return program().optimization();
  }

  /** In slot order, without parameters. */
  public List<Port> inputs() {
    return inputs;
  }

  /** In declaration order. */
  public List<Port> parameters() {
    return parameters;
  }

  /** In slot order, with the shapes that follow from the inputs' declared ones. */
  public List<Port> outputs() {
    return outputs;
  }

  public CompileOptions options() {
    return options;
  }

  /**
   * An executable with memory of its own, which it takes when it first runs. It has parameters of
   * its own, too, which have no values yet.
   */
  public ExecutableGraph newExecutable() {
    return new PlannedExecutable(this, initial);
  }

  /**
   * The plan that contiguous inputs on the heap would get, or why there can be none before a run.
   * Nothing is run, but kernels pack their weights, so that {@link #weightBytes} is what it will be
   * after a run.
   *
   * @param rows what symbols at axis 0 of the inputs stand for; any other symbol stands for 1
   * @param lengths by the name of a symbol, in place of these
   * @throws ParametersPending when parameters are declared and no executable has final ones; those
   *     that were finalized last count
   * @throws io.pelton.engine.error.UnknownName for a symbol that no input has
   * @throws io.pelton.engine.error.EngineException when the graph can't run on such inputs
   */
  public Preview preview(int rows, Map<String, Long> lengths) {
    return new PlanPreview(program(), rows, lengths).preview();
  }

  /** The {@link #preview} as text. */
  public String explain(int rows, Map<String, Long> lengths) {
    return preview(rows, lengths).explain();
  }

  /**
   * Bytes of constants, of final parameters, and of what kernels packed from them and from the ops'
   * attributes so far; once for executables that share them.
   */
  public long weightBytes() {
    return programs.weightBytes();
  }

  /**
   * Plans that were decided so far. Executables share them: one a bucket and shape of inputs. Those
   * of segments are not among them; every executable makes its own.
   */
  public long plansMade() {
    return programs.plansMade();
  }

  private Program program() {
    return programs
        .last()
        .orElseThrow(
            () ->
                new ParametersPending(name, parameters.stream().map(port -> port.name()).toList()));
  }

  /** What inputs declare, in slot order; once there is a program, that knows better. */
  List<InputContract> contracts() {
    return contracts;
  }

  StateCheck states() {
    return states;
  }

  /** Makes the program for these values of all parameters. */
  Program program(Map<String, Tensor> values) {
    Program made = blueprint.program(values);
    try {
      programs.add(made);
      made.packAhead();
    } catch (RuntimeException e) {
      programs.retire(made);
      throw e;
    }
    return made;
  }

  void retire(Program program) {
    programs.retire(program);
  }

  /**
   * True when a row's outputs were found to depend on other rows, so that every batch runs as a
   * whole, without padding.
   */
  public boolean mixesRows() {
    return programs.any(Program::mixesRows);
  }

  /**
   * True when shapes were found to depend on values that only a run knows, so that every batch runs
   * as a whole, by plans of segments that executables make on the way, and it is not known whether
   * its rows stay apart.
   */
  public boolean runsInSegments() {
    return programs.any(program -> program.dataDependence().isPresent());
  }

  /** Releases weights on devices. No executable of this graph may run any more. */
  @Override
  public void close() {
    programs.close();
  }
}
