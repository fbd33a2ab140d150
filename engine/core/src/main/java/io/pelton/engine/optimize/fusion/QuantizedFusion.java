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
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.IntegerProductOp.QuantizedConv;
import io.pelton.engine.graph.IntegerProductOp.QuantizedDense;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.QuantizeOp.Dequantize;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.optimize.Exactness;
import io.pelton.engine.optimize.Rule;
import io.pelton.engine.optimize.pattern.Match;
import io.pelton.engine.optimize.pattern.Pattern;
import io.pelton.engine.optimize.pattern.PatternRule;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Products of what was quantized, on the integers themselves. */
final class QuantizedFusion {
  /** Of the sum of the absolute products, for sums of up to a hundred and fifty of them. */
  private static final double TOLERANCE = 1e-5;

  private QuantizedFusion() {}

  static List<Rule> rules() {
    return List.of(
        new PatternRule(
            "scaled-integer-product",
            EXACT,
            commutative(
                OpKind.MUL,
                op(
                    OpKind.CAST,
                    cast -> ((Cast) cast).to() == DType.F32,
                    op(
                        OpKind.MATMUL_INTEGER,
                        any("a"),
                        any("b"),
                        either(any("aZero"), absent()),
                        either(any("bZero"), absent()))),
                any("factor")),
            "QuantizedDense(a, 1, za, b, factor, zb)",
            QuantizedFusion::scaled),
        new PatternRule(
            "quantized-matmul",
            Exactness.reassociates(TOLERANCE),
            op(OpKind.MATMUL, dequantized("a", any("a")), dequantized("b", constant("b"))),
            "QuantizedDense(a, sa, za, b, sb, zb)",
            QuantizedFusion::dense),
        new PatternRule(
            "quantized-dense-bias",
            Exactness.reassociates(TOLERANCE),
            commutative(
                OpKind.ADD, any("product", QuantizedFusion::isPlainDense), constant("bias")),
            "QuantizedDense(..., bias)",
            QuantizedFusion::withBias),
        new PatternRule(
            "quantized-dense-activation",
            EXACT,
            Activations.of(any("product", QuantizedFusion::isInactiveDense)),
            "QuantizedDense+f(...)",
            match ->
                match.replaceBy(
                    new QuantizedDense(Activations.atRoot(match)), operandsOf(match, "product"))),
        new PatternRule(
            "quantized-conv",
            Exactness.reassociates(TOLERANCE),
            op(
                    OpKind.CONV,
                    dequantized("a", any("a")),
                    dequantized("b", constant("b")),
                    either(any("bias"), absent()))
                .as("conv"),
            "QuantizedConv(a, sa, za, b, sb, zb, bias)",
            QuantizedFusion::conv),
        new PatternRule(
            "quantized-conv-activation",
            EXACT,
            Activations.of(any("product", QuantizedFusion::isInactiveConv)),
            "QuantizedConv+f(...)",
            QuantizedFusion::activateConv));
  }

  /** Others may read what a quantized activation stands for. */
  private static Pattern dequantized(String name, Pattern integers) {
    return op(
            OpKind.DEQUANTIZE, integers, any(name + "Scale"), either(any(name + "Zero"), absent()))
        .as(name + "Floats")
        .shared();
  }

  private static List<ValueId> quantizedOperands(Match match) {
    return new ArrayList<>(
        List.of(
            match.value("a"),
            match.value("aScale"),
            match.value("aZero"),
            match.value("b"),
            match.value("bScale"),
            match.value("bZero")));
  }

  /** Factors of rows do not fit, and are left to an op of their own. */
  private static Optional<ValueId> scaled(Match match) {
    return match.replaceBy(
        new QuantizedDense(Activation.NONE),
        match.value("a"),
        match.number(DType.F32, 1),
        match.value("aZero"),
        match.value("b"),
        match.value("factor"),
        match.value("bZero"));
  }

  private static Optional<ValueId> dense(Match match) {
    Shape weights = match.shape("b");
    return isAlong(match, "b", weights.rank() - 1)
        ? match.replaceBy(new QuantizedDense(Activation.NONE), quantizedOperands(match))
        : Optional.empty();
  }

  private static Optional<ValueId> conv(Match match) {
    if (!isAlong(match, "b", 0)) {
      return Optional.empty();
    }
    Conv conv = match.op("conv", Conv.class);
    List<ValueId> operands = quantizedOperands(match);
    if (match.has("bias")) {
      operands.add(match.value("bias"));
    }
    return match.replaceBy(
        new QuantizedConv(conv.window(), conv.group(), conv.activation()), operands);
  }

  /** One scale for all, or one for each index of the axis. */
  private static boolean isAlong(Match match, String name, int axis) {
    Shape scale = match.shape(name + "Scale");
    boolean isSingle = scale.isFixed() && (scale.rank() == 0 || scale.extent(0).max() == 1);
    int own = match.op(name + "Floats", Dequantize.class).axis();
    return isSingle || (own < 0 ? own + match.shape(name).rank() : own) == axis;
  }

  private static boolean isPlainDense(Match match, ValueId value) {
    return isInactiveDense(match, value) && match.graph().operands(value.node()).size() == 6;
  }

  private static boolean isInactiveDense(Match match, ValueId value) {
    Op op = match.graph().op(value.node());
    return op instanceof QuantizedDense dense
        && dense.activation() == Activation.NONE
        && match.isAbsorbable(value);
  }

  private static boolean isInactiveConv(Match match, ValueId value) {
    Op op = match.graph().op(value.node());
    return op instanceof QuantizedConv conv
        && conv.activation() == Activation.NONE
        && match.isAbsorbable(value);
  }

  private static List<ValueId> operandsOf(Match match, String name) {
    return List.copyOf(match.graph().operands(match.value(name).node()));
  }

  private static Optional<ValueId> withBias(Match match) {
    List<ValueId> operands = new ArrayList<>(operandsOf(match, "product"));
    operands.add(match.value("bias"));
    return match.replaceBy(new QuantizedDense(Activation.NONE), operands);
  }

  private static Optional<ValueId> activateConv(Match match) {
    QuantizedConv conv = match.op("product", QuantizedConv.class);
    return match.replaceBy(
        new QuantizedConv(conv.window(), conv.group(), Activations.atRoot(match)),
        operandsOf(match, "product"));
  }
}
