package io.pelton.engine.optimize.algebraic;

import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.optimize.Rule;
import java.util.ArrayList;
import java.util.List;

/** The rules of this package, in order of precedence. */
public final class AlgebraicRules {
  private AlgebraicRules() {}

  /** All rules. */
  public static List<Rule> all(Evaluator evaluator) {
    return rules(new ConstantFolding(evaluator, false));
  }

  /**
   * The form in which patterns are looked for: all rules, but weights stay quantized, since that is
   * what fused kernels take.
   */
  public static List<Rule> canonical(Evaluator evaluator) {
    return rules(new ConstantFolding(evaluator, true));
  }

  private static List<Rule> rules(ConstantFolding folding) {
    return new ArrayList<>(
        List.of(
            new IdentityElimination(),
            new DropoutElimination(),
            new ShapeFolding(),
            folding,
            new SymbolFolding(),
            new NeutralOperand(),
            new SquareAsProduct(),
            new Involution(),
            new CastOfCast(),
            new TransposeOfTranspose(),
            new RegroupingRoundTrip(),
            new ReshapeOfRegrouping(),
            new CommonSubexpression()));
  }
}
