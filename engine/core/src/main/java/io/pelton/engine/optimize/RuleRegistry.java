package io.pelton.engine.optimize;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.kernel.Evaluator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Rules by family. Families run in order, each to its fixpoint; of a family's rules the first match
 * wins.
 */
public final class RuleRegistry {
  private final List<Rule> lowering;
  private final List<Rule> fusion;
  private final List<Rule> algebraic;

  public RuleRegistry(List<Rule> lowering, List<Rule> fusion, List<Rule> algebraic) {
    this.lowering = List.copyOf(lowering);
    this.fusion = List.copyOf(fusion);
    this.algebraic = List.copyOf(algebraic);
  }

  /** The rules that every backend profits from. */
  public static RuleRegistry standard(Evaluator evaluator) {
    return new RuleRegistry(
        List.of(),
        List.of(),
        List.of(new IdentityElimination(), new ShapeFolding(), new ConstantFolding(evaluator)));
  }

  /**
   * Rewrites what the targets need.
   *
   * @return the targets, remapped where they were rewritten
   */
  public List<ValueId> optimizeToFixpoint(Graph graph, List<ValueId> targets) {
    List<ValueId> current = new ArrayList<>(targets);
    for (List<Rule> family : List.of(lowering, fusion, algebraic)) {
      boolean progress = true;
      while (progress) {
        progress = sweep(graph, family, current);
      }
    }
    return current;
  }

  private static boolean sweep(Graph graph, List<Rule> family, List<ValueId> targets) {
    boolean progress = false;
    for (NodeId node : graph.order(targets)) {
      if (graph.isOrdered(node)) {
        continue;
      }
      for (Rule rule : family) {
        Optional<List<ValueId>> replacement = rule.apply(graph, node);
        if (replacement.isPresent()) {
          progress |= replace(graph, node, replacement.get(), targets);
          break;
        }
      }
    }
    return progress;
  }

  /** A match that remaps nothing is no progress. */
  private static boolean replace(
      Graph graph, NodeId node, List<ValueId> replacement, List<ValueId> targets) {
    boolean progress = false;
    for (int slot = 0; slot < replacement.size(); slot++) {
      ValueId from = new ValueId(node, slot);
      ValueId to = replacement.get(slot);
      progress |= graph.redirect(from, to);
      for (int i = 0; i < targets.size(); i++) {
        if (targets.get(i).equals(from)) {
          targets.set(i, to);
          progress = true;
        }
      }
    }
    return progress;
  }
}
