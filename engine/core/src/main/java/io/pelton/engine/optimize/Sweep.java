package io.pelton.engine.optimize;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
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
    rewrite.numbers().clear();
    Graph graph = rewrite.graph();
    Deque<NodeId> pending = new ArrayDeque<>(graph.order(rewrite.targets()));
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

  /**
   * The first match wins; one that remaps nothing is no progress. What control edges order stays as
   * it is.
   */
  private boolean visit(Graph graph, NodeId node) {
    if (graph.isOrdered(node)) {
      return false;
    }
    for (Rule rule : family.at(graph.op(node).kind())) {
      Optional<List<ValueId>> replacement = rule.apply(rewrite, node);
      if (replacement.isPresent()) {
        boolean progress = rewrite.replace(node, replacement.get());
        if (progress) {
          applied.merge(rule.name(), 1, Integer::sum);
        }
        return progress;
      }
    }
    return false;
  }
}
