package io.pelton.engine.optimize.lowering;

import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.optimize.Rule;
import io.pelton.engine.optimize.algebraic.AlgebraicRules;
import java.util.ArrayList;
import java.util.List;

/** The rules of this package, in order of precedence. */
public final class LoweringRules {
  private LoweringRules() {}

  /** Decomposition, and the canonical form of what comes out. */
  public static List<Rule> all(Evaluator evaluator) {
    List<Rule> rules = new ArrayList<>();
    rules.add(new Decompose());
    rules.addAll(AlgebraicRules.canonical(evaluator));
    return rules;
  }
}
