package io.pelton.engine.optimize.fusion;

import static io.pelton.engine.optimize.fusion.Reductions.reduce;
import static io.pelton.engine.optimize.pattern.Pattern.any;
import static io.pelton.engine.optimize.pattern.Pattern.commutative;
import static io.pelton.engine.optimize.pattern.Pattern.either;
import static io.pelton.engine.optimize.pattern.Pattern.number;
import static io.pelton.engine.optimize.pattern.Pattern.op;

import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.Softmax;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.optimize.Exactness;
import io.pelton.engine.optimize.Rule;
import io.pelton.engine.optimize.pattern.Match;
import io.pelton.engine.optimize.pattern.Pattern;
import io.pelton.engine.optimize.pattern.PatternRule;
import io.pelton.engine.tensor.DType;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Softmax written out. */
final class SoftmaxFusion {
  /**
   * Of a reciprocal that is rounded, and of powers below the smallest normal float, which are 0.
   */
  private static final double TOLERANCE = 2e-7;

  private SoftmaxFusion() {}

  static List<Rule> rules() {
    return List.of(
        new PatternRule(
            "softmax",
            Exactness.reassociates(TOLERANCE),
            either(
                op(OpKind.DIV, exponentials(), sum()),
                commutative(
                    OpKind.MUL,
                    exponentials(),
                    either(op(OpKind.RECIPROCAL, sum()), op(OpKind.DIV, number(1), sum())))),
            "Softmax(x)",
            SoftmaxFusion::softmax));
  }

  private static Pattern exponentials() {
    Pattern max = reduce(OpKind.REDUCE_MAX, any("x"), "maxAxes").as("max");
    return op(OpKind.EXP, op(OpKind.SUB, any("x"), max)).as("e");
  }

  private static Pattern sum() {
    return reduce(OpKind.REDUCE_SUM, any("e"), "sumAxes").as("sum");
  }

  /** A softmax of half precision rounds once, what is written out rounds at every step. */
  private static Optional<ValueId> softmax(Match match) {
    OptionalInt axis = Reductions.single(match, "max");
    return match.dtype("x").bits() >= DType.F32.bits()
            && axis.isPresent()
            && axis.equals(Reductions.single(match, "sum"))
        ? match.replaceBy(new Softmax(axis.getAsInt(), false), match.value("x"))
        : Optional.empty();
  }
}
