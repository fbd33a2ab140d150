package io.pelton.cpu.realize;

import io.pelton.cpu.second.SecondDevice;
import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.graph.BranchOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.plan.OptimizedGraph;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.SymEnv;
import io.pelton.engine.realize.pick.PickedRoute;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.Tensor;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * A graph to realize again and again: passes 0 and 2 have inputs of one shape, pass 1 of another
 * one, and those of the last are empty. Every arm of its branches gives other values, and nodes
 * that are branches have unique names.
 *
 * @param inputs fresh ones for a pass, so that session state starts over
 * @param env what a pass has to bind
 * @param arms picked by name of the branch, where not arm 0 is
 */
record Scenario(
    String name,
    NamedGraph named,
    IntFunction<Map<String, Tensor>> inputs,
    IntFunction<SymEnv> env,
    Map<String, Integer> arms) {
  private static final int[] ROWS = {3, 5, 3, 0};
  static final int PASSES = ROWS.length;

  /** Rows of the passes. */
  static int rows(int pass) {
    return ROWS[pass];
  }

  /** One whose passes bind nothing. */
  static Scenario of(String name, NamedGraph named, IntFunction<Map<String, Tensor>> inputs) {
    return new Scenario(name, named, inputs, pass -> new SymEnv(), Map.of());
  }

  Scenario binding(IntFunction<SymEnv> symbols) {
    return new Scenario(name, named, inputs, symbols, arms);
  }

  Scenario picking(Map<String, Integer> picked) {
    return new Scenario(name, named, inputs, env, picked);
  }

  PipelinedExecutor executor(SecondDevice second) {
    return new PipelinedExecutor(second.besideHost(), PlanOptions.pinnedTo(DeviceId.first("cpu")));
  }

  OptimizedGraph optimized() {
    return OptimizedGraph.of(
        named, RuleRegistry.standard(new Evaluator(Cpu.BACKEND, new Prepared())));
  }

  /** The picked arms by the branches of a graph. */
  PickedRoute route(Graph graph) {
    Map<NodeId, Integer> route = new HashMap<>();
    for (int i = 0; i < graph.size(); i++) {
      NodeId node = new NodeId(i);
      if (graph.op(node) instanceof BranchOp) {
        route.put(node, arms.getOrDefault(graph.name(node), 0));
      }
    }
    return new PickedRoute(route);
  }

  /**
   * A copy of an optimized graph in which every branch is its picked arm: what runs by that route,
   * without a branch.
   */
  NamedGraph withoutBranches(NamedGraph optimized) {
    NamedGraph copy = optimized.compacted();
    Graph graph = copy.graph();
    Map<ValueId, ValueId> exits = new HashMap<>();
    for (int i = 0; i < graph.size(); i++) {
      NodeId node = new NodeId(i);
      if (graph.op(node) instanceof BranchOp) {
        List<ValueId> arms = graph.operands(node);
        ValueId exit = arms.get(this.arms.getOrDefault(graph.name(node), 0));
        exits.put(new ValueId(node, 0), exit);
        graph.redirect(new ValueId(node, 0), exit);
      }
    }
    Map<String, ValueId> outputs = new LinkedHashMap<>();
    copy.outputs()
        .forEach(
            (name, value) -> {
              ValueId exit = value;
              while (exits.containsKey(exit)) {
                exit = exits.get(exit);
              }
              outputs.put(name, exit);
            });
    return new NamedGraph(copy.name(), graph, copy.inputs(), outputs).compacted();
  }

  @Override
  public String toString() {
    return name;
  }
}
