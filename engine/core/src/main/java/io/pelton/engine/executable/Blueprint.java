package io.pelton.engine.executable;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.optimize.FirstArms;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.plan.OptimizedGraph;
import io.pelton.engine.tensor.Tensor;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** What programs of a graph are made from. Immutable. */
final class Blueprint {
  private final NamedGraph decided;
  private final CompileOptions options;
  private final Function<Evaluator, RuleRegistry> registry;
  private final long generation;
  private final LongSupplier generations;

  /**
   * @param graph that is not kept where it declares parameters, and may then change
   * @param registry makes the rules, given what folds constants
   */
  Blueprint(NamedGraph graph, CompileOptions options, Function<Evaluator, RuleRegistry> registry) {
    NamedGraph arms = FirstArms.of(graph);
    Graph original = graph.graph();
    boolean isOwn = arms.graph() != original;
    this.decided = isOwn || graph.parameterPorts().isEmpty() ? arms : arms.compacted();
    this.options = options;
    this.registry = registry;
    this.generation = original.generation();
    this.generations = original.generations();
  }

  /**
   * Optimizes a copy of the graph with these values.
   *
   * @param parameters all of them, by name
   * @throws io.pelton.engine.error.TopologyChanged when the graph was changed meanwhile
   * @throws io.pelton.engine.error.EngineException when the graph can't have such values, or
   *     folding a constant part fails
   */
  Program program(Map<String, Tensor> parameters) {
    Prepared prepared = new Prepared();
    NamedGraph bound = parameters.isEmpty() ? decided : decided.bound(parameters);
    Templates templates =
        new Templates(bound, options, registry.apply(new Evaluator(options.backend(), prepared)));
    Templates.Made made = templates.best();
    OptimizedGraph template = made.template().standingFor(generation, generations);
    template.checkUnchanged();
    return new Program(
        options, made.context(), made.rules(), template, prepared, parameters.values());
  }
}
