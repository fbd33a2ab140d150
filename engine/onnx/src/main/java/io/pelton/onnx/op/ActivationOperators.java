package io.pelton.onnx.op;

import io.pelton.engine.graph.ElementwiseOp.Clip;
import io.pelton.engine.graph.ElementwiseOp.Gelu;
import io.pelton.engine.graph.ElementwiseOp.Gelu.Approximation;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/** Activation functions, by the formulas of ai.onnx. */
final class ActivationOperators {
  /** The steps of one function, of float32 or float64. */
  @FunctionalInterface
  private interface Formula {
    ValueId of(Steps steps, ValueId x, Attributes attributes);
  }

  private ActivationOperators() {}

  static void addTo(OperatorFamily ops) {
    ops.add("Gelu", 20, ActivationOperators::gelu);
    add(ops, "LeakyRelu", 1, (steps, x, with) -> leaky(steps, x, with.number("alpha", 0.01f)));
    add(ops, "Elu", 1, (steps, x, with) -> elu(steps, x, with.number("alpha", 1)));
    add(ops, "Selu", 1, (steps, x, with) -> selu(steps, x, 1.6732f, 1.0507f, with));
    add(ops, "Selu", 6, (steps, x, with) -> selu(steps, x, 1.6732632f, 1.050701f, with));
    add(ops, "Celu", 12, (steps, x, with) -> celu(steps, x, with.number("alpha", 1)));
    add(ops, "HardSigmoid", 1, ActivationOperators::hardSigmoid);
    add(ops, "HardSwish", 14, ActivationOperators::hardSwish);
    add(ops, "ThresholdedRelu", 10, ActivationOperators::thresholded);
    ops.add("Shrink", 9, ActivationOperators::shrink);
    add(ops, "Mish", 18, ActivationOperators::mish);
    add(ops, "Softsign", 1, ActivationOperators::softsign);
    add(ops, "Swish", 24, ActivationOperators::swish);
    ops.add("SwiGLU", 28, ActivationOperators::swiGlu);
    ops.add("PRelu", 1, ActivationOperators::preluByChannel);
    ops.add("PRelu", 7, node -> prelu(node, node.operand(1)));
  }

  private static void add(OperatorFamily ops, String op, long since, Formula formula) {
    ops.add(
        op,
        since,
        node -> {
          node.expect(1);
          Steps steps = new Steps(node);
          ValueId y = formula.of(steps, steps.wide(node.operand(0)), node.attributes());
          return List.of(steps.cast(y, node.dtype(0)));
        });
  }

  private static List<ValueId> gelu(OnnxNode node) {
    node.expect(1);
    String name = node.attributes().text("approximate", "none");
    node.check(
        name.equals("none") || name.equals("tanh"),
        "attribute 'approximate' is '" + name + "' but should be none or tanh");
    Steps steps = new Steps(node);
    Gelu op = new Gelu(Approximation.valueOf(name.toUpperCase(Locale.ROOT)));
    return List.of(steps.cast(steps.apply(op, steps.wide(node.operand(0))), node.dtype(0)));
  }

  /** {@code x} where it is not negative, NaN included, else {@code below}. */
  private static ValueId belowZero(Steps steps, ValueId x, ValueId below) {
    return steps.where(steps.binary(OpKind.LESS, x, steps.zero(x)), below, x);
  }

  private static ValueId times(Steps steps, ValueId x, float factor) {
    return factor == 1 ? x : steps.binary(OpKind.MUL, steps.scalar(x, factor), x);
  }

  private static ValueId plus(Steps steps, ValueId x, double summand) {
    return steps.binary(OpKind.ADD, x, steps.scalar(x, summand));
  }

  private static ValueId leaky(Steps steps, ValueId x, float alpha) {
    return belowZero(steps, x, times(steps, x, alpha));
  }

  private static ValueId elu(Steps steps, ValueId x, float alpha) {
    ValueId grown = plus(steps, steps.unary(OpKind.EXP, x), -1);
    return belowZero(steps, x, times(steps, grown, alpha));
  }

  /** {@code gamma * x} above 0, else {@code gamma * (alpha * e^x - alpha)}. */
  private static ValueId selu(
      Steps steps, ValueId x, float defaultAlpha, float defaultGamma, Attributes attributes) {
    float alpha = attributes.number("alpha", defaultAlpha);
    float gamma = attributes.number("gamma", defaultGamma);
    ValueId below = plus(steps, times(steps, steps.unary(OpKind.EXP, x), alpha), -alpha);
    return times(steps, belowZero(steps, x, below), gamma);
  }

  /** {@code max(0, x) + min(0, alpha * (e^(x / alpha) - 1))}. */
  private static ValueId celu(Steps steps, ValueId x, float alpha) {
    ValueId zero = steps.scalar(x, 0);
    ValueId scaled = alpha == 1 ? x : steps.binary(OpKind.DIV, x, steps.scalar(x, alpha));
    ValueId grown = times(steps, plus(steps, steps.unary(OpKind.EXP, scaled), -1), alpha);
    return steps.binary(
        OpKind.ADD, steps.binary(OpKind.MAX, zero, x), steps.binary(OpKind.MIN, zero, grown));
  }

  private static ValueId hardSigmoid(Steps steps, ValueId x, Attributes attributes) {
    return hardSigmoid(steps, x, attributes.number("alpha", 0.2f), attributes.number("beta", 0.5f));
  }

  private static ValueId hardSigmoid(Steps steps, ValueId x, float alpha, float beta) {
    ValueId line = plus(steps, times(steps, x, alpha), beta);
    return steps.apply(new Clip(), line, steps.scalar(x, 0), steps.scalar(x, 1));
  }

  private static ValueId hardSwish(Steps steps, ValueId x, Attributes attributes) {
    return steps.binary(OpKind.MUL, x, hardSigmoid(steps, x, 1f / 6, 0.5f));
  }

  private static ValueId thresholded(Steps steps, ValueId x, Attributes attributes) {
    ValueId alpha = steps.scalar(x, attributes.number("alpha", 1));
    return steps.where(steps.binary(OpKind.GREATER, x, alpha), x, steps.scalar(x, 0));
  }

  /** Integers are computed in float64 and cut off; without a bias, all that stays is exact. */
  private static List<ValueId> shrink(OnnxNode node) {
    node.expect(1);
    Steps steps = new Steps(node);
    DType dtype = node.dtype(0);
    ValueId given = node.operand(0);
    ValueId x = dtype.isInteger() ? steps.cast(given, DType.F64) : steps.wide(given);
    float bias = node.attributes().number("bias", 0);
    float threshold = node.attributes().number("lambd", 0.5f);
    if (bias == 0) {
      ValueId magnitude = steps.unary(OpKind.ABS, x);
      ValueId isBeyond = steps.binary(OpKind.GREATER, magnitude, steps.scalar(x, threshold));
      return List.of(steps.where(isBeyond, given, steps.zero(given)));
    }
    return List.of(steps.cast(shrunk(steps, x, bias, threshold), dtype));
  }

  /** Nearer to 0 by the bias, and 0 within the threshold. */
  private static ValueId shrunk(Steps steps, ValueId x, float bias, float threshold) {
    ValueId isHigh = steps.binary(OpKind.GREATER, x, steps.scalar(x, threshold));
    ValueId isLow = steps.binary(OpKind.LESS, x, steps.scalar(x, -threshold));
    ValueId high = steps.where(isHigh, plus(steps, x, -bias), steps.scalar(x, 0));
    return steps.where(isLow, plus(steps, x, bias), high);
  }

  private static ValueId mish(Steps steps, ValueId x, Attributes attributes) {
    ValueId softplus = steps.unary(OpKind.SOFTPLUS, x);
    return steps.binary(OpKind.MUL, x, steps.unary(OpKind.TANH, softplus));
  }

  private static ValueId softsign(Steps steps, ValueId x, Attributes attributes) {
    return steps.binary(OpKind.DIV, x, plus(steps, steps.unary(OpKind.ABS, x), 1));
  }

  private static ValueId swish(Steps steps, ValueId x, Attributes attributes) {
    ValueId scaled = times(steps, x, attributes.number("alpha", 1));
    return steps.binary(OpKind.MUL, x, steps.unary(OpKind.SIGMOID, scaled));
  }

  /** {@code swish(a) * b}, of equal shapes. */
  private static List<ValueId> swiGlu(OnnxNode node) {
    node.expect(2);
    boolean isKnown = node.shape(0).isFixed() && node.shape(1).isFixed();
    node.check(
        !isKnown || node.shape(0).equals(node.shape(1)),
        "inputs should have one shape but are " + node.shape(0) + " and " + node.shape(1));
    Steps steps = new Steps(node);
    ValueId gate = swish(steps, steps.wide(node.operand(0)), node.attributes());
    ValueId gated = steps.binary(OpKind.MUL, gate, steps.wide(node.operand(1)));
    return List.of(steps.cast(gated, node.dtype(0)));
  }

  /** Before version 7, there was one slope, or one for each channel. */
  private static List<ValueId> preluByChannel(OnnxNode node) {
    node.expect(2);
    Shape slopes = node.shape(1);
    node.check(
        slopes.isFixed() && slopes.rank() <= 1, "slopes should be a vector but are " + slopes);
    boolean isSingle = slopes.rank() == 0 || slopes.extent(0).max() == 1;
    long[] behind = isSingle ? new long[0] : LongStream.range(1, node.rank(0) - 1L).toArray();
    return prelu(node, new Steps(node).unsqueeze(node.operand(1), behind));
  }

  /** The slopes stretch to x, never x to the slopes. */
  private static List<ValueId> prelu(OnnxNode node, ValueId slopes) {
    node.expect(2);
    Steps steps = new Steps(node);
    ValueId x = node.operand(0);
    ValueId sloped = steps.binary(OpKind.MUL, slopes, x);
    boolean isKnown = node.tensor(sloped).shape().isFixed() && node.shape(0).isFixed();
    node.check(
        !isKnown || node.tensor(sloped).shape().equals(node.shape(0)),
        "slopes " + node.shape(1) + " do not stretch to " + node.shape(0));
    return List.of(belowZero(steps, x, sloped));
  }
}
