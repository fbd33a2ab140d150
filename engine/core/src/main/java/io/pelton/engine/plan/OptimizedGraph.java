package io.pelton.engine.plan;

import io.pelton.engine.error.TopologyChanged;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.optimize.Optimization;
import io.pelton.engine.optimize.OptimizationReport;
import io.pelton.engine.optimize.RuleRegistry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * A template: a graph that was optimized once, with symbolic shapes, and the order of its nodes.
 *
 * @param named the optimized graph with its ends
 * @param generation of the graph that was optimized, at that time
 * @param source reads that graph's generation
 * @param order the nodes that the outputs need, operands first
 * @param report what the optimizer did, to bodies too
 */
public record OptimizedGraph(
    NamedGraph named,
    long generation,
    LongSupplier source,
    List<NodeId> order,
    OptimizationReport report,
    Map<ValueId, ValueId> inputs,
    Map<ValueId, ValueId> targets) {
  /**
   * Optimizes a copy of the graph, with only what the outputs need, and in it copies of the bodies
   * that its nodes own, each by itself.
   */
  public static OptimizedGraph of(NamedGraph source, RuleRegistry rules) {
    List<OptimizationReport> bodies = new ArrayList<>();
    NamedGraph copy =
        source.mapBodies(
            body -> {
              OptimizedGraph optimized = of(body, rules);
              bodies.add(optimized.report());
              return optimized.named();
            });
    Optimization optimization = rules.optimize(copy.graph(), List.copyOf(copy.outputs().values()));
    NamedGraph optimized =
        new NamedGraph(
                copy.name(), copy.graph(), copy.inputs(), copy.outputsAs(optimization.targets()))
            .compacted();
    return new OptimizedGraph(
        optimized,
        source.graph().generation(),
        source.graph().generations(),
        optimized.graph().order(optimized.outputs().values()),
        bodies.stream().reduce(optimization.report(), OptimizationReport::plus),
        ends(source.inputs(), optimized.inputs()),
        ends(source.outputs(), optimized.outputs()));
  }

  private static Map<ValueId, ValueId> ends(
      Map<String, ValueId> before, Map<String, ValueId> after) {
    Map<ValueId, ValueId> ends = new LinkedHashMap<>();
    before.forEach((name, value) -> ends.put(value, after.get(name)));
    return Collections.unmodifiableMap(ends);
  }

  /** This template as one of another graph, of which the graph that was optimized is a copy. */
  public OptimizedGraph standingFor(Graph original) {
    return standingFor(original.generation(), original.generations());
  }

  /**
   * {@link #standingFor(Graph)}, where that has been of this generation when it was copied.
   *
   * @param original reads the graph's generation
   */
  public OptimizedGraph standingFor(long copied, LongSupplier original) {
    return new OptimizedGraph(named, copied, original, order, report, inputs, targets);
  }

  /** True for the graph that was optimized, or that this stands for. */
  public boolean isOf(Graph graph) {
    return source == graph.generations();
  }

  /**
   * @throws TopologyChanged when the graph that was optimized was mutated since
   */
  public void checkUnchanged() {
    if (source.getAsLong() != generation) {
      throw new TopologyChanged(generation, source.getAsLong());
    }
  }
}
