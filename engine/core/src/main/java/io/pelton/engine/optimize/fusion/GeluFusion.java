package io.pelton.engine.optimize.fusion;

import static io.pelton.engine.optimize.Exactness.EXACT;
import static io.pelton.engine.optimize.pattern.Pattern.any;
import static io.pelton.engine.optimize.pattern.Pattern.commutative;
import static io.pelton.engine.optimize.pattern.Pattern.either;
import static io.pelton.engine.optimize.pattern.Pattern.number;
import static io.pelton.engine.optimize.pattern.Pattern.op;

import io.pelton.engine.graph.ElementwiseOp.Gelu;
import io.pelton.engine.graph.ElementwiseOp.Gelu.Approximation;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.optimize.Exactness;
import io.pelton.engine.optimize.Rule;
import io.pelton.engine.optimize.pattern.Pattern;
import io.pelton.engine.optimize.pattern.PatternRule;
import java.util.List;

/** Gelu written out, in the order of its definition and in others. */
final class GeluFusion {
  private static final double SQRT_2 = Math.sqrt(2);
  private static final double SQRT_2_OVER_PI = Math.sqrt(2 / Math.PI);

  /**
   * A rounding here and there, and the normal distribution by itself instead of by the error
   * function; the terms are x and its share.
   */
  private static final double TOLERANCE = 1e-6;

  private GeluFusion() {}

  static List<Rule> rules() {
    return List.of(
        rule(
            "gelu-erf",
            Exactness.reassociates(TOLERANCE),
            anyOrder(erfShare(either(byDivision(), times(any("x"), number(1 / SQRT_2))))),
            false),
        rule(
            "gelu-tanh",
            EXACT,
            times(times(number(0.5), any("x")), tanhShare(op(OpKind.POW, any("x"), number(3)))),
            true),
        rule(
            "gelu-tanh-reordered",
            Exactness.reassociates(TOLERANCE),
            anyOrder(
                tanhShare(
                    either(
                        op(OpKind.POW, any("x"), number(3)),
                        times(times(any("x"), any("x")), any("x"))))),
            true));
  }

  private static Rule rule(String name, Exactness exactness, Pattern pattern, boolean byTanh) {
    Approximation approximation = byTanh ? Approximation.TANH : Approximation.NONE;
    return new PatternRule(
        name,
        exactness,
        pattern,
        byTanh ? "Gelu(x), by tanh" : "Gelu(x)",
        match -> match.replaceBy(new Gelu(approximation), match.value("x")));
  }

  /** {@code x * share / 2}, multiplied in any order. */
  private static Pattern anyOrder(Pattern share) {
    return either(
        times(times(any("x"), share), number(0.5)),
        times(times(any("x"), number(0.5)), share),
        times(any("x"), times(share, number(0.5))));
  }

  private static Pattern byDivision() {
    return op(OpKind.DIV, any("x"), number(SQRT_2));
  }

  private static Pattern erfShare(Pattern scaled) {
    return commutative(OpKind.ADD, op(OpKind.ERF, scaled), number(1));
  }

  private static Pattern tanhShare(Pattern cube) {
    Pattern bent = commutative(OpKind.ADD, any("x"), times(number(0.044715), cube));
    return commutative(OpKind.ADD, number(1), op(OpKind.TANH, times(number(SQRT_2_OVER_PI), bent)));
  }

  private static Pattern times(Pattern one, Pattern other) {
    return commutative(OpKind.MUL, one, other);
  }
}
