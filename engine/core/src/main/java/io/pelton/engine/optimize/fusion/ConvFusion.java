package io.pelton.engine.optimize.fusion;

import static io.pelton.engine.optimize.Exactness.EXACT;
import static io.pelton.engine.optimize.pattern.Pattern.absent;
import static io.pelton.engine.optimize.pattern.Pattern.any;
import static io.pelton.engine.optimize.pattern.Pattern.commutative;
import static io.pelton.engine.optimize.pattern.Pattern.constant;
import static io.pelton.engine.optimize.pattern.Pattern.either;
import static io.pelton.engine.optimize.pattern.Pattern.op;

import io.pelton.engine.graph.Activation;
import io.pelton.engine.graph.ConvOp.Conv;
import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import io.pelton.engine.graph.NormOp.BatchNorm;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Reshape;
import io.pelton.engine.graph.ViewOp.Unsqueeze;
import io.pelton.engine.optimize.Exactness;
import io.pelton.engine.optimize.Rule;
import io.pelton.engine.optimize.pattern.Match;
import io.pelton.engine.optimize.pattern.Pattern;
import io.pelton.engine.optimize.pattern.PatternRule;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/** Convolutions, and what follows them. */
final class ConvFusion {
  /**
   * Scaled weights are rounded once more, and sums of up to a thousand products otherwise ordered.
   */
  private static final double TOLERANCE = 1e-5;

  private ConvFusion() {}

  static List<Rule> rules() {
    return List.of(
        new PatternRule(
            "conv-batch-norm",
            Exactness.reassociates(TOLERANCE),
            op(
                    OpKind.BATCH_NORM,
                    conv(constant("w"), constant("b")),
                    constant("scale"),
                    constant("shift"),
                    constant("mean"),
                    constant("variance"))
                .as("norm"),
            "Conv(x, w * s, (b - mean) * s + shift) with s = scale / sqrt(variance + epsilon)",
            ConvFusion::foldNorm),
        new PatternRule(
            "conv-bias",
            EXACT,
            commutative(OpKind.ADD, conv(any("w"), absent()), constant("b")),
            "Conv(x, w, b) where b has one number a channel",
            ConvFusion::addBias),
        new PatternRule(
            "conv-activation",
            EXACT,
            Activations.of(conv(any("w"), any("b"))),
            "Conv+f(x, w, b)",
            ConvFusion::activate));
  }

  private static Pattern conv(Pattern weights, Pattern bias) {
    return op(OpKind.CONV, ConvFusion::isPlain, any("x"), weights, either(bias, absent()))
        .as("conv");
  }

  private static boolean isPlain(Op op) {
    return ((Conv) op).activation() == Activation.NONE;
  }

  private static Optional<ValueId> activate(Match match) {
    Conv conv = match.op("conv", Conv.class);
    Conv activated = new Conv(conv.window(), conv.group(), Activations.atRoot(match));
    return match.has("b")
        ? match.replaceBy(activated, match.value("x"), match.value("w"), match.value("b"))
        : match.replaceBy(activated, match.value("x"), match.value("w"));
  }

  private static Optional<ValueId> addBias(Match match) {
    Shape bias = match.shape("b");
    int spatial = match.op("conv", Conv.class).window().strides().size();
    int channels = bias.rank() - spatial - 1;
    if (channels != 0 && channels != 1) {
      return Optional.empty();
    }
    for (int axis = 0; axis < bias.rank(); axis++) {
      Extent expected = axis == channels ? match.shape("w").extent(0) : Extent.fixed(1);
      if (!bias.extent(axis).sameAs(expected)) {
        return Optional.empty();
      }
    }
    ValueId flat =
        match.apply(
            new Reshape(false),
            match.value("b"),
            match.graph().constant("channels", Tensor.of(new long[] {-1}, 1)));
    return match.replaceBy(match.op("conv", Conv.class), match.value("x"), match.value("w"), flat);
  }

  private static Optional<ValueId> foldNorm(Match match) {
    DType dtype = match.dtype("x");
    if (dtype != DType.F32 && dtype != DType.F64) {
      return Optional.empty();
    }
    double epsilon = match.op("norm", BatchNorm.class).epsilon();
    ValueId spread =
        binary(match, OpKind.ADD, match.value("variance"), match.number(dtype, epsilon));
    ValueId deviation = match.apply(new Unary(OpKind.SQRT), spread);
    ValueId factor = binary(match, OpKind.DIV, match.value("scale"), deviation);
    long[] inner = LongStream.range(1, match.shape("w").rank()).toArray();
    ValueId axes = match.graph().constant("axes", Tensor.of(inner, inner.length));
    ValueId column = match.apply(new Unsqueeze(), factor, axes);
    ValueId weights = binary(match, OpKind.MUL, match.value("w"), column);
    ValueId bias = match.has("b") ? match.value("b") : match.number(dtype, 0);
    ValueId centred = binary(match, OpKind.SUB, bias, match.value("mean"));
    ValueId shifted =
        binary(match, OpKind.ADD, binary(match, OpKind.MUL, centred, factor), match.value("shift"));
    return match.replaceBy(match.op("conv", Conv.class), match.value("x"), weights, shifted);
  }

  private static ValueId binary(Match match, OpKind kind, ValueId left, ValueId right) {
    return match.apply(new Binary(kind), left, right);
  }
}
