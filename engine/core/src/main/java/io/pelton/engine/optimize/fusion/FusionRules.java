package io.pelton.engine.optimize.fusion;

import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.optimize.Rule;
import io.pelton.engine.optimize.algebraic.AlgebraicRules;
import java.util.ArrayList;
import java.util.List;

/** The rules of this package, in order of precedence. */
public final class FusionRules {
  private FusionRules() {}

  /** Patterns with a kernel of their own, and the canonical form of what they leave. */
  public static List<Rule> patterns(Evaluator evaluator) {
    List<Rule> rules = new ArrayList<>();
    rules.addAll(QuantizedFusion.rules());
    rules.addAll(NormFusion.rules());
    rules.addAll(SoftmaxFusion.rules());
    rules.addAll(GeluFusion.rules());
    rules.addAll(AttentionFusion.rules());
    rules.addAll(EmbeddingFusion.rules());
    rules.addAll(ConvFusion.rules());
    rules.addAll(DenseFusion.rules());
    rules.addAll(PipelineFusion.rules());
    rules.addAll(AlgebraicRules.canonical(evaluator));
    return rules;
  }

  /** What takes the elementwise ops that no pattern took. */
  public static List<Rule> chains() {
    return List.of(new ElementwiseFusion());
  }
}
