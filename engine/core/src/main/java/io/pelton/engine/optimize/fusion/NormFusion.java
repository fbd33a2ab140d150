package io.pelton.engine.optimize.fusion;

import static io.pelton.engine.optimize.Exactness.EXACT;
import static io.pelton.engine.optimize.fusion.Reductions.reduce;
import static io.pelton.engine.optimize.pattern.Pattern.any;
import static io.pelton.engine.optimize.pattern.Pattern.commutative;
import static io.pelton.engine.optimize.pattern.Pattern.constant;
import static io.pelton.engine.optimize.pattern.Pattern.either;
import static io.pelton.engine.optimize.pattern.Pattern.number;
import static io.pelton.engine.optimize.pattern.Pattern.op;
import static io.pelton.engine.optimize.pattern.Pattern.scalar;

import io.pelton.engine.graph.NormOp.LayerNorm;
import io.pelton.engine.graph.NormOp.RmsNorm;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.optimize.Exactness;
import io.pelton.engine.optimize.Rule;
import io.pelton.engine.optimize.pattern.Match;
import io.pelton.engine.optimize.pattern.Pattern;
import io.pelton.engine.optimize.pattern.PatternRule;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Normalizations written out. An rms norm is also what a layer norm does to {@code x - mean(x)}, so
 * that layer norms come first.
 */
final class NormFusion {
  /** A quotient takes the place of a product with a rounded reciprocal. */
  private static final double TOLERANCE = 2e-7;

  private NormFusion() {}

  static List<Rule> rules() {
    return List.of(
        new PatternRule(
            "layer-norm",
            EXACT,
            commutative(OpKind.MUL, op(OpKind.DIV, centred(), root("d")), constant("scale")),
            "LayerNorm(x, scale)",
            NormFusion::layerNorm),
        new PatternRule(
            "layer-norm-reciprocal",
            Exactness.reassociates(TOLERANCE),
            commutative(
                OpKind.MUL,
                commutative(OpKind.MUL, centred(), reciprocal(root("d"))),
                constant("scale")),
            "LayerNorm(x, scale)",
            NormFusion::layerNorm),
        new PatternRule(
            "layer-norm-bias",
            EXACT,
            commutative(
                OpKind.ADD,
                op(OpKind.LAYER_NORM, any("x"), constant("scale")).as("norm"),
                constant("bias")),
            "LayerNorm(x, scale, bias)",
            match ->
                match.replaceBy(
                    match.op("norm", LayerNorm.class),
                    match.value("x"),
                    match.value("scale"),
                    match.value("bias"))),
        new PatternRule(
            "rms-norm",
            EXACT,
            commutative(OpKind.MUL, op(OpKind.DIV, any("x"), root("x")), constant("scale")),
            "RmsNorm(x, scale)",
            NormFusion::rmsNorm),
        new PatternRule(
            "rms-norm-reciprocal",
            Exactness.reassociates(TOLERANCE),
            commutative(
                OpKind.MUL,
                commutative(OpKind.MUL, any("x"), reciprocal(root("x"))),
                constant("scale")),
            "RmsNorm(x, scale)",
            NormFusion::rmsNorm));
  }

  private static Pattern centred() {
    return op(OpKind.SUB, any("x"), reduce(OpKind.REDUCE_MEAN, any("x"), "axes").as("mean"))
        .as("d");
  }

  /** {@code sqrt(mean(v * v) + epsilon)}. */
  private static Pattern root(String v) {
    return op(
        OpKind.SQRT,
        commutative(
            OpKind.ADD,
            reduce(OpKind.REDUCE_MEAN, op(OpKind.MUL, any(v), any(v)), "squareAxes").as("square"),
            scalar("epsilon")));
  }

  private static Pattern reciprocal(Pattern value) {
    return either(op(OpKind.RECIPROCAL, value), op(OpKind.DIV, number(1), value));
  }

  private static Optional<ValueId> layerNorm(Match match) {
    OptionalInt axis = Reductions.trailing(match, "mean");
    return axis.equals(Reductions.trailing(match, "square")) && isFit(match, axis)
        ? match.replaceBy(
            new LayerNorm(axis.getAsInt(), (float) match.scalar("epsilon")),
            match.value("x"),
            match.value("scale"))
        : Optional.empty();
  }

  private static Optional<ValueId> rmsNorm(Match match) {
    OptionalInt axis = Reductions.trailing(match, "square");
    return isFit(match, axis)
        ? match.replaceBy(
            new RmsNorm(axis.getAsInt(), (float) match.scalar("epsilon")),
            match.value("x"),
            match.value("scale"))
        : Optional.empty();
  }

  /** The ops keep epsilon as a float32. */
  private static boolean isFit(Match match, OptionalInt axis) {
    return axis.isPresent() && (float) match.scalar("epsilon") == match.scalar("epsilon");
  }
}
