package io.pelton.engine.optimize.fusion;

import static io.pelton.engine.optimize.Exactness.EXACT;
import static io.pelton.engine.optimize.pattern.Pattern.absent;
import static io.pelton.engine.optimize.pattern.Pattern.any;
import static io.pelton.engine.optimize.pattern.Pattern.commutative;
import static io.pelton.engine.optimize.pattern.Pattern.constant;
import static io.pelton.engine.optimize.pattern.Pattern.either;
import static io.pelton.engine.optimize.pattern.Pattern.op;

import io.pelton.engine.graph.Activation;
import io.pelton.engine.graph.LinalgOp.Dense;
import io.pelton.engine.graph.LinalgOp.Gemm;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Transpose;
import io.pelton.engine.optimize.Rule;
import io.pelton.engine.optimize.pattern.Match;
import io.pelton.engine.optimize.pattern.OpPattern;
import io.pelton.engine.optimize.pattern.PatternRule;
import io.pelton.engine.tensor.DType;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Products with constant weights, and what follows them. */
final class DenseFusion {
  private DenseFusion() {}

  static List<Rule> rules() {
    return List.of(
        new PatternRule(
            "dense-bias",
            EXACT,
            commutative(OpKind.ADD, product(), constant("b")),
            "Dense(x, w, b)",
            match -> match.replaceBy(new Dense(Activation.NONE), operands(match))),
        new PatternRule(
            "matmul-activation",
            EXACT,
            Activations.of(product()),
            "Dense+f(x, w)",
            match -> match.replaceBy(new Dense(Activations.atRoot(match)), operands(match))),
        new PatternRule(
            "dense-activation",
            EXACT,
            Activations.of(dense(DenseFusion::isPlain)),
            "Dense+f(x, w, b)",
            match -> match.replaceBy(new Dense(Activations.atRoot(match)), operands(match))),
        new PatternRule(
            "gemm-activation",
            EXACT,
            Activations.of(
                op(
                        OpKind.GEMM,
                        DenseFusion::isPlainGemm,
                        any("x"),
                        constant("w"),
                        either(constant("b"), absent()))
                    .as("gemm")),
            "Dense+f(x, w, b)",
            DenseFusion::ofGemm),
        new PatternRule(
            "dense-residual",
            EXACT,
            commutative(
                OpKind.ADD,
                dense(op -> true).as("dense"),
                any("r", (match, value) -> match.graph().constant(value).isEmpty())),
            "Dense+f(x, w, b, r)",
            DenseFusion::withResidual));
  }

  private static OpPattern product() {
    return op(OpKind.MATMUL, any("x"), constant("w"));
  }

  private static OpPattern dense(Predicate<Op> predicate) {
    return op(OpKind.DENSE, predicate, any("x"), constant("w"), either(any("b"), absent()));
  }

  private static boolean isPlain(Op op) {
    return ((Dense) op).activation() == Activation.NONE;
  }

  private static boolean isPlainGemm(Op op) {
    return op instanceof Gemm gemm && gemm.alpha() == 1 && gemm.beta() == 1 && !gemm.transposeA();
  }

  private static List<ValueId> operands(Match match) {
    return match.has("b")
        ? List.of(match.value("x"), match.value("w"), match.value("b"))
        : List.of(match.value("x"), match.value("w"));
  }

  /** In half precision, a Dense rounds the product before it adds the bias and a Gemm does not. */
  private static Optional<ValueId> ofGemm(Match match) {
    if (match.has("b") && match.dtype("x").bits() < DType.F32.bits()) {
      return Optional.empty();
    }
    ValueId weights =
        match.op("gemm", Gemm.class).transposeB()
            ? match.apply(new Transpose(List.of(1, 0)), match.value("w"))
            : match.value("w");
    Dense dense = new Dense(Activations.atRoot(match));
    return match.has("b")
        ? match.replaceBy(dense, match.value("x"), weights, match.value("b"))
        : match.replaceBy(dense, match.value("x"), weights);
  }

  private static Optional<ValueId> withResidual(Match match) {
    return match.replaceBy(
        match.op("dense", Dense.class),
        match.value("x"),
        match.value("w"),
        match.value("b"),
        match.value("r"));
  }
}
