package io.pelton.engine.plan;

import io.pelton.engine.error.TopologyChanged;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.optimize.RuleRegistry;
import java.util.List;

/**
 * A template: a graph that was optimized once, with symbolic shapes, and the order of its nodes.
 *
 * @param named the graph with its ends
 * @param generation of the graph when it was ordered
 * @param order the nodes that the outputs need, operands first
 */
public record OptimizedGraph(NamedGraph named, long generation, List<NodeId> order) {
  /** Optimizes the graph in place. */
  public static OptimizedGraph of(NamedGraph named, RuleRegistry rules) {
    Graph graph = named.graph();
    List<ValueId> targets = rules.optimizeToFixpoint(graph, List.copyOf(named.outputs().values()));
    NamedGraph optimized =
        new NamedGraph(named.name(), graph, named.inputs(), named.outputsAs(targets));
    return new OptimizedGraph(optimized, graph.generation(), graph.order(targets));
  }

  /**
   * @throws TopologyChanged when the graph was mutated since
   */
  public void checkUnchanged() {
    if (named.graph().generation() != generation) {
      throw new TopologyChanged(generation, named.graph().generation());
    }
  }
}
