package io.pelton.engine.plan;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.tensor.SymbolId;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * Plans a graph piece by piece, as soon as lengths are known, without rewriting it: only what
 * follows from shapes and constants is folded. Thread-safe: the graph is only read.
 */
public final class SegmentPlanner {
  private final Graph graph;
  private final PlanContext context;
  private final RuleRegistry folding;

  /**
   * @param folding what follows from constants and shapes: {@link RuleRegistry#folding}
   */
  public SegmentPlanner(Graph graph, PlanContext context, RuleRegistry folding) {
    this.graph = graph;
    this.context = context;
    this.folding = folding;
  }

  /**
   * Plans those of the nodes that can be planned now.
   *
   * @param nodes operands first; what they read beside each other is a constant or known
   * @param known what other nodes and the caller have computed
   * @param lengths what symbols stand for by now
   * @param arms which arm each branch takes
   * @param isWaiting whether a node was deferred before and has not been planned since
   * @param isWanted whether anyone else reads a value later
   * @throws io.pelton.engine.error.EngineException when a node can't run on such operands
   */
  public Segment plan(
      List<NodeId> nodes,
      Map<ValueId, Known> known,
      Function<SymbolId, OptionalLong> lengths,
      ToIntFunction<NodeId> arms,
      Predicate<NodeId> isWaiting,
      Predicate<ValueId> isWanted) {
    SegmentDraft draft =
        new SegmentDraft(graph, context.assignment(), folding, known, lengths, arms, isWaiting);
    nodes.forEach(draft::add);
    return draft.plan(context, isWanted);
  }
}
