package io.pelton.engine.optimize;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.optimize.algebraic.AlgebraicRules;
import io.pelton.engine.optimize.fusion.FusionRules;
import io.pelton.engine.optimize.lowering.LoweringRules;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Rules by family. Families run in order, each to its fixpoint; of a family's rules the first match
 * wins. Immutable and thread-safe.
 */
public final class RuleRegistry {
  private final Coverage coverage;
  private final List<Family> families;
  private final Map<String, Rule> rules = new LinkedHashMap<>();

  /**
   * @param coverage of the backend for which graphs are optimized
   * @throws IllegalArgumentException when different rules have one name
   */
  public RuleRegistry(Coverage coverage, List<Family> families) {
    this.coverage = coverage;
    this.families = List.copyOf(families);
    for (Family family : families) {
      for (Rule rule : family.rules()) {
        Rule known = rules.put(rule.name(), rule);
        if (known != null && known.getClass() != rule.getClass()) {
          throw new IllegalArgumentException(
              "rules " + known.getClass() + " and " + rule.getClass() + " are both " + rule.name());
        }
      }
    }
  }

  /**
   * All rules that the backend of the evaluator can use. What is fused last are elementwise chains,
   * so that no larger pattern loses a part to one.
   *
   * @param evaluator folds constants
   */
  public static RuleRegistry standard(Evaluator evaluator) {
    return standard(evaluator, Coverage.of(evaluator.backend()));
  }

  /** Like {@link #standard(Evaluator)}, for a target that covers other ops than the evaluator's. */
  public static RuleRegistry standard(Evaluator evaluator, Coverage coverage) {
    return new RuleRegistry(
        coverage,
        List.of(
            new Family("lowering", LoweringRules.all(evaluator)),
            new Family("fusion", FusionRules.patterns(evaluator)),
            new Family("chains", FusionRules.chains()),
            new Family("algebraic", AlgebraicRules.all(evaluator))));
  }

  /** Like {@link #standard(Evaluator)}, without rules that change bits. */
  public static RuleRegistry exact(Evaluator evaluator) {
    return standard(evaluator).exactOnly();
  }

  /** Nothing but folding what follows from constants and shapes. */
  public static RuleRegistry folding(Evaluator evaluator) {
    RuleRegistry all = standard(evaluator);
    List<Rule> folding = all.rules().stream().filter(rule -> rule instanceof FoldingRule).toList();
    return new RuleRegistry(all.coverage, List.of(new Family("folding", folding)));
  }

  /** This registry, for backends with other kernels. */
  public RuleRegistry covering(Coverage other) {
    return new RuleRegistry(other, families);
  }

  /** This registry without the rules that change bits. */
  public RuleRegistry exactOnly() {
    return new RuleRegistry(coverage, families.stream().map(Family::exact).toList());
  }

  /** Each rule once, in order of first use. */
  public List<Rule> rules() {
    return List.copyOf(rules.values());
  }

  /** In the order in which they run. */
  public List<Family> families() {
    return families;
  }

  /**
   * Rewrites what the targets need.
   *
   * @return the targets, remapped where they were rewritten
   */
  public List<ValueId> optimizeToFixpoint(Graph graph, List<ValueId> targets) {
    return optimize(graph, targets).targets();
  }

  /** Like {@link #optimizeToFixpoint}, and says what was done. */
  public Optimization optimize(Graph graph, List<ValueId> targets) {
    Map<String, Integer> applied = new LinkedHashMap<>();
    rules.keySet().forEach(name -> applied.put(name, 0));
    Rewrite rewrite = new Rewrite(graph, targets, coverage);
    int sweeps = 0;
    long visits = 0;
    for (Family family : families) {
      boolean progress = true;
      while (progress) {
        Sweep sweep = new Sweep(rewrite, family, applied);
        progress = sweep.run();
        sweeps++;
        visits += sweep.visits();
      }
    }
    return new Optimization(rewrite.targets(), new OptimizationReport(applied, sweeps, visits));
  }

  /**
   * Makes constants of what a node computes, if that follows from its operands alone. Takes time in
   * the node's size, not in the graph's, so that graphs can be folded while they are built.
   *
   * @return by slot; the node's own outputs where it is not constant
   */
  public List<ValueId> fold(Graph graph, NodeId node) {
    for (Rule rule : rules.values()) {
      if (rule instanceof FoldingRule folding) {
        Optional<List<ValueId>> constants = folding.fold(graph, node);
        if (constants.isPresent()) {
          return constants.get();
        }
      }
    }
    List<ValueId> own = new ArrayList<>();
    for (int slot = 0; slot < graph.types(node).size(); slot++) {
      own.add(new ValueId(node, slot));
    }
    return own;
  }
}
