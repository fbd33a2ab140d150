package io.pelton.engine.realize;

import io.pelton.engine.error.TopologyChanged;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.SourceOp;
import io.pelton.engine.graph.StorageClass;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.plan.InputContract;
import io.pelton.engine.plan.OptimizedGraph;
import io.pelton.engine.plan.PlanInputs;
import io.pelton.engine.tensor.SymbolId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The graph that a pass runs, what is asked of it and what it asks for. Values that the caller
 * names are those of the graph that he built, which may have been optimized to this one.
 */
final class Template {
  /**
   * What the caller gives.
   *
   * @param given as the caller names it
   * @param id in the graph that runs
   * @param isSession whether it is written in place
   */
  record Input(ValueId given, ValueId id, InputContract contract, boolean isSession) {}

  private final Graph graph;
  private final Optional<OptimizedGraph> optimized;
  private final long generation;
  private final List<ValueId> asked;
  private final List<ValueId> targets;
  private final List<NodeId> order;
  private final List<Input> inputs;
  private final Map<ValueId, SymbolId> produced = new HashMap<>();

  private Template(Graph graph, Optional<OptimizedGraph> optimized, List<ValueId> asked) {
    this.graph = graph;
    this.optimized = optimized;
    this.generation = graph.generation();
    this.asked = List.copyOf(asked);
    this.targets =
        asked.stream().map(target -> optimized.map(o -> find(o, target)).orElse(target)).toList();
    targets.forEach(graph::type);
    this.order = List.copyOf(graph.order(targets));
    this.inputs = findInputs();
  }

  /**
   * @throws UnknownName for a target that the graph was not optimized for
   */
  static Template of(Realization realization) {
    Optional<OptimizedGraph> optimized = realization.optimized();
    Graph graph = optimized.map(plan -> plan.named().graph()).orElse(realization.graph());
    return new Template(graph, optimized, realization.targets());
  }

  private static ValueId find(OptimizedGraph optimized, ValueId target) {
    ValueId value = optimized.targets().get(target);
    if (value == null) {
      List<String> known = optimized.targets().keySet().stream().map(ValueId::toString).toList();
      throw new UnknownName("no target of the optimized graph", target.toString(), known);
    }
    return value;
  }

  private List<Input> findInputs() {
    Map<ValueId, ValueId> given = new HashMap<>();
    optimized.ifPresent(o -> o.inputs().forEach((before, after) -> given.put(after, before)));
    Set<String> planInputs = PlanInputs.of(graph, order);
    List<Input> found = new ArrayList<>();
    for (NodeId node : order) {
      if (graph.op(node) instanceof SourceOp.Input input) {
        ValueId id = new ValueId(node, 0);
        Port port = new Port(input.name(), graph.type(id));
        boolean isSession = graph.storageClass(node) == StorageClass.SESSION;
        found.add(
            new Input(
                given.getOrDefault(id, id),
                id,
                new InputContract(port, planInputs.contains(input.name())),
                isSession));
      }
    }
    return List.copyOf(found);
  }

  /** True when the realization asks for just what this was made for. */
  boolean isOf(Realization realization) {
    boolean isSameGraph =
        optimized.isPresent()
            ? realization.optimized().filter(plan -> plan == optimized.get()).isPresent()
            : realization.optimized().isEmpty() && realization.graph() == graph;
    return isSameGraph && realization.targets().equals(asked);
  }

  /**
   * @throws TopologyChanged when the graph was changed since this was made, or since it was
   *     optimized
   */
  void checkUnchanged() {
    optimized.ifPresent(OptimizedGraph::checkUnchanged);
    if (graph.generation() != generation) {
      throw new TopologyChanged(generation, graph.generation());
    }
  }

  Graph graph() {
    return graph;
  }

  /** As the caller named them. */
  List<ValueId> asked() {
    return asked;
  }

  /** In the graph that runs, in the same order. */
  List<ValueId> targets() {
    return targets;
  }

  /** All nodes that the targets may need, by any arm, operands first. */
  List<NodeId> order() {
    return order;
  }

  List<Input> inputs() {
    return inputs;
  }

  /** Scalars that bind a symbol when they are computed. */
  Map<ValueId, SymbolId> produced() {
    return produced;
  }

  /** The scalar that binds the symbol. */
  Optional<ValueId> producer(SymbolId symbol) {
    return produced.entrySet().stream()
        .filter(entry -> entry.getValue().equals(symbol))
        .map(Map.Entry::getKey)
        .findFirst();
  }
}
