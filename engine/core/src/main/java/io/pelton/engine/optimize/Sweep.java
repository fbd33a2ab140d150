package io.pelton.engine.optimize;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.SourceOp;
import io.pelton.engine.graph.ValueId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Visits the nodes that the targets need, operands first. What replaces a node is visited next, so
 * that every node sees its operands in their final form; what no target needs any more is skipped.
 */
final class Sweep {
  private final Rewrite rewrite;
  private final Family family;
  private final Map<String, Integer> applied;
  private long visits;

  Sweep(Rewrite rewrite, Family family, Map<String, Integer> applied) {
    this.rewrite = rewrite;
    this.family = family;
    this.applied = applied;
  }

  long visits() {
    return visits;
  }

  /** True when something changed. */
  boolean run() {
    Graph graph = rewrite.graph();
    Deque<NodeId> pending = new ArrayDeque<>(graph.order(rewrite.targets()));
    rewrite.numbers().startOver(pending);
    boolean progress = false;
    while (!pending.isEmpty()) {
      NodeId node = pending.poll();
      if (rewrite.isNeeded(node)) {
        int before = graph.size();
        visits++;
        if (visit(graph, node)) {
          progress = true;
          for (int added = graph.size() - 1; added >= before; added--) {
            pending.addFirst(new NodeId(added));
          }
        }
      }
    }
    return progress;
  }

  /** What a node computes where it was placed must not come from elsewhere. */
  private boolean staysInPlace(Graph graph, NodeId node, List<ValueId> values, int before) {
    return values.stream()
        .map(ValueId::node)
        .allMatch(
            by ->
                by.index() >= before
                    || graph.op(by) instanceof SourceOp.Const
                    || rewrite.isSamePlace(node, by)
                    || isAnywhere(graph, node));
  }

  private static boolean isAnywhere(Graph graph, NodeId node) {
    return graph.placement(node).isEmpty() && graph.targetBackend(node).isEmpty();
  }

  private static void inherit(Graph graph, NodeId node, int before) {
    if (!isAnywhere(graph, node)) {
      for (int added = before; added < graph.size(); added++) {
        if (!(graph.op(new NodeId(added)) instanceof SourceOp)) {
          graph.inherit(node, new NodeId(added));
        }
      }
    }
  }

  /**
   * The first match wins; one that remaps nothing is no progress. What control edges order stays as
   * it is.
   */
  private boolean visit(Graph graph, NodeId node) {
    if (graph.isOrdered(node)) {
      return false;
    }
    for (Rule rule : family.at(graph.op(node).kind())) {
      int before = graph.size();
      Optional<List<ValueId>> replacement = rule.apply(rewrite, node);
      if (replacement.filter(values -> staysInPlace(graph, node, values, before)).isPresent()) {
        boolean progress = rewrite.replace(node, replacement.get());
        if (progress) {
          inherit(graph, node, before);
          applied.merge(rule.name(), 1, Integer::sum);
        }
        return progress;
      }
    }
    return false;
  }
}
