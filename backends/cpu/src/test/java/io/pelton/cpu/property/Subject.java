package io.pelton.cpu.property;

import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.graph.Branch;
import io.pelton.engine.graph.Branches;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.plan.OptimizedGraph;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.realize.StorageCache;
import io.pelton.engine.realize.SymEnv;
import io.pelton.engine.realize.pick.PickedRoute;
import io.pelton.engine.tensor.Tensor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** A recipe's graph, as it is or optimized, with what each scenario gives it. */
final class Subject {
  private final Recipe recipe;
  private final NamedGraph named;
  private final Optional<OptimizedGraph> optimized;

  Subject(Recipe recipe, NamedGraph named, boolean isOptimized) {
    this.recipe = recipe;
    this.named = named;
    RuleRegistry exact = RuleRegistry.exact(new Evaluator(Cpu.BACKEND, new Prepared()));
    this.optimized = isOptimized ? Optional.of(OptimizedGraph.of(named, exact)) : Optional.empty();
  }

  Recipe recipe() {
    return recipe;
  }

  int scenarios() {
    return recipe.scenarios().size();
  }

  /** As the caller names them. */
  List<ValueId> outputs() {
    return List.copyOf(named.outputs().values());
  }

  /** The graph that runs. */
  Graph graph() {
    return running().graph();
  }

  /** The outputs in the graph that runs. */
  List<ValueId> targets() {
    return List.copyOf(running().outputs().values());
  }

  private NamedGraph running() {
    return optimized.map(OptimizedGraph::named).orElse(named);
  }

  List<Branch> branches() {
    return Branches.of(graph(), targets());
  }

  /** Any arm of each branch, the same for the same scenario. */
  PickedRoute route(int scenario) {
    Random random = random(scenario);
    Map<NodeId, Integer> arms = new HashMap<>();
    for (Branch branch : branches()) {
      arms.put(branch.node(), random.nextInt(branch.arms().size()));
    }
    return new PickedRoute(arms);
  }

  /** Draws the same for the same scenario, whichever others there are. */
  Random random(int scenario) {
    Scenario of = recipe.scenarios().get(scenario);
    return new Random(of.rows() * 31L + of.env().getOrDefault(Scenario.UNUSED, 0L) * 0x9E3779B9L);
  }

  /** What the caller binds. */
  SymEnv env(int scenario) {
    SymEnv env = new SymEnv();
    recipe.scenarios().get(scenario).env().forEach(env::bind);
    return env;
  }

  StorageCache given(Map<String, Tensor> inputs) {
    return StorageCache.of(named, inputs);
  }

  /** All outputs. */
  Realization realization(int scenario, Map<String, Tensor> inputs) {
    Realization plain =
        Realization.of(named.graph()).targets(outputs()).inputs(given(inputs)).env(env(scenario));
    return optimized.map(plain::optimized).orElse(plain);
  }

  /** The outputs, in order, where a caller can read them. */
  List<Tensor> read(Realized realized) {
    return outputs().stream().map(realized::onHost).toList();
  }
}
