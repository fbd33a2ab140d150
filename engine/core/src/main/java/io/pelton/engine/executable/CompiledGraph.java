package io.pelton.engine.executable;

import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.optimize.Coverage;
import io.pelton.engine.optimize.FirstArms;
import io.pelton.engine.optimize.OptimizationReport;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.plan.OptimizedGraph;
import io.pelton.engine.plan.TargetBackends;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A graph that was optimized for a backend, with its weights. Immutable and thread-safe; any number
 * of executables share it. Closing it releases the weights that lie on devices; without devices
 * there is nothing to release.
 */
public final class CompiledGraph implements AutoCloseable {
  private final CompileOptions options;
  private final List<Port> outputs;
  private final Program program;

  private CompiledGraph(CompileOptions options, List<Port> outputs, Program program) {
    this.options = options;
    this.outputs = outputs;
    this.program = program;
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
    Prepared prepared = new Prepared();
    NamedGraph decided = FirstArms.of(graph);
    List<Backend> targets =
        TargetBackends.of(decided.graph(), options.devices(), options.planning());
    RuleRegistry rules =
        registry
            .apply(new Evaluator(options.backend(), prepared))
            .covering(Coverage.ofAll(targets));
    List<Port> outputs = graph.outputPorts();
    OptimizedGraph template = OptimizedGraph.of(decided, rules).standingFor(graph.graph());
    return new CompiledGraph(
        options, outputs, new Program(options, rules, template, prepared));
  }

  public String name() {
    return program.name();
  }

  /** What the optimizer did. */
  public OptimizationReport optimization() {
    return program.optimization();
  }

  /** In slot order. */
  public List<Port> inputs() {
    return program.inputs();
  }

  /** In slot order, with the shapes that follow from the inputs' declared ones. */
  public List<Port> outputs() {
    return outputs;
  }

  public CompileOptions options() {
    return options;
  }

  /** An executable with memory of its own, which it takes when it first runs. */
  public ExecutableGraph newExecutable() {
    return new PlannedExecutable(this);
  }

  /**
   * The plan that contiguous inputs on the heap would get, or why there can be none before a run.
   * Nothing is run, but kernels pack their weights, so that {@link #weightBytes} is what it will be
   * after a run.
   *
   * @param rows what symbols at axis 0 of the inputs stand for; any other symbol stands for 1
   * @param lengths by the name of a symbol, in place of these
   * @throws io.pelton.engine.error.UnknownName for a symbol that no input has
   * @throws io.pelton.engine.error.EngineException when the graph can't run on such inputs
   */
  public Preview preview(int rows, Map<String, Long> lengths) {
    return new PlanPreview(program, rows, lengths).preview();
  }

  /** The {@link #preview} as text. */
  public String explain(int rows, Map<String, Long> lengths) {
    return preview(rows, lengths).explain();
  }

  /**
   * Bytes of constants and of what kernels packed from them and from the ops' parameters so far.
   */
  public long weightBytes() {
    return program.weightBytes();
  }

  /**
   * Plans that were decided so far. Executables share them: one a bucket and shape of inputs. Those
   * of segments are not among them; every executable makes its own.
   */
  public long plansMade() {
    return program.sharedPlans().made();
  }

  Program program() {
    return program;
  }

  /**
   * True when a row's outputs were found to depend on other rows, so that every batch runs as a
   * whole, without padding.
   */
  public boolean mixesRows() {
    return program.mixesRows();
  }

  /**
   * True when shapes were found to depend on values that only a run knows, so that every batch runs
   * as a whole, by plans of segments that executables make on the way, and it is not known whether
   * its rows stay apart.
   */
  public boolean runsInSegments() {
    return program.dataDependence().isPresent();
  }

  /** Releases weights on devices. No executable of this graph may run any more. */
  @Override
  public void close() {
    program.close();
  }
}
