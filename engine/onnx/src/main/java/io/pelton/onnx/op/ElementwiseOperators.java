package io.pelton.onnx.op;

import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.ElementwiseOp.Clip;
import io.pelton.engine.graph.ElementwiseOp.Identity;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import io.pelton.engine.graph.ElementwiseOp.Where;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import io.pelton.onnx.proto.ElementTypes;
import java.util.List;
import java.util.Optional;

/** Operators that work element by element. */
final class ElementwiseOperators {
  private ElementwiseOperators() {}

  static void addTo(OperatorFamily ops) {
    ops.add("Identity", 1, ElementwiseOperators::identity);
    ops.add("Not", 1, ElementwiseOperators::not);
    ops.add("Relu", 1, unary(OpKind.RELU));
    ops.add("Sigmoid", 1, unary(OpKind.SIGMOID));
    ops.add("Tanh", 1, unary(OpKind.TANH));
    ops.add("Neg", 1, unary(OpKind.NEG));
    ops.add("Abs", 1, unary(OpKind.ABS));
    ops.add("Reciprocal", 1, unary(OpKind.RECIPROCAL));
    ops.add("Sqrt", 1, unary(OpKind.SQRT));
    ops.add("Exp", 1, unary(OpKind.EXP));
    ops.add("Log", 1, unary(OpKind.LOG));
    ops.add("Floor", 1, unary(OpKind.FLOOR));
    ops.add("Ceil", 1, unary(OpKind.CEIL));
    ops.add("Softplus", 1, unary(OpKind.SOFTPLUS));
    ops.add("Erf", 9, unary(OpKind.ERF));
    ops.add("Sign", 9, unary(OpKind.SIGN));
    ops.add("Round", 11, unary(OpKind.ROUND));
    addTrigonometric(ops);
    addBinary(ops, "Add", OpKind.ADD);
    addBinary(ops, "Sub", OpKind.SUB);
    addBinary(ops, "Mul", OpKind.MUL);
    addBinary(ops, "Div", OpKind.DIV);
    addBinary(ops, "Equal", OpKind.EQUAL);
    addBinary(ops, "Less", OpKind.LESS);
    addBinary(ops, "Greater", OpKind.GREATER);
    addLogic(ops, "And", OpKind.AND);
    addLogic(ops, "Or", OpKind.OR);
    addLogic(ops, "Xor", OpKind.XOR);
    ops.add("Pow", 1, node -> pow(node, LegacyBroadcast.right(node)));
    ops.add("Pow", 7, node -> pow(node, node.operand(1)));
    ops.add("Mod", 10, ElementwiseOperators::remainder);
    ops.add("LessOrEqual", 12, binary(OpKind.LESS_OR_EQUAL));
    ops.add("GreaterOrEqual", 12, binary(OpKind.GREATER_OR_EQUAL));
    ops.add("IsNaN", 9, ElementwiseOperators::isNan);
    ops.add("IsInf", 10, ElementwiseOperators::isInfinite);
    ops.add("Where", 9, ElementwiseOperators::where);
    ops.add("Clip", 1, ElementwiseOperators::clipByAttributes);
    ops.add("Clip", 11, ElementwiseOperators::clip);
    ops.add("Cast", 1, node -> cast(node, namedTarget(node), true));
    ops.add("Cast", 6, node -> cast(node, target(node), true));
    ops.add("Cast", 19, node -> cast(node, target(node), saturates(node)));
    ops.add("Cast", 24, ElementwiseOperators::castWithRounding);
    ops.add("CastLike", 15, node -> castLike(node, true));
    ops.add("CastLike", 19, node -> castLike(node, saturates(node)));
  }

  private static void addTrigonometric(OperatorFamily ops) {
    ops.add("Sin", 7, unary(OpKind.SIN));
    ops.add("Cos", 7, unary(OpKind.COS));
    ops.add("Tan", 7, unary(OpKind.TAN));
    ops.add("Asin", 7, unary(OpKind.ASIN));
    ops.add("Acos", 7, unary(OpKind.ACOS));
    ops.add("Atan", 7, unary(OpKind.ATAN));
    ops.add("Sinh", 9, unary(OpKind.SINH));
    ops.add("Cosh", 9, unary(OpKind.COSH));
    ops.add("Asinh", 9, unary(OpKind.ASINH));
    ops.add("Acosh", 9, unary(OpKind.ACOSH));
    ops.add("Atanh", 9, unary(OpKind.ATANH));
  }

  /** Before version 7, broadcasting was asked for by attributes. */
  private static void addBinary(OperatorFamily ops, String op, OpKind kind) {
    ops.add(op, 1, node -> LegacyBroadcast.apply(node, new Binary(kind)));
    ops.add(op, 7, binary(kind));
  }

  private static void addLogic(OperatorFamily ops, String op, OpKind kind) {
    ops.add(
        op,
        1,
        node -> {
          checkBooleans(node);
          return LegacyBroadcast.apply(node, new Binary(kind));
        });
    ops.add(op, 7, node -> logic(node, kind));
  }

  private static Translation unary(OpKind kind) {
    return node -> {
      node.expect(1);
      return node.apply(new Unary(kind));
    };
  }

  private static List<ValueId> not(OnnxNode node) {
    node.expect(1);
    checkBooleans(node);
    return node.apply(new Unary(OpKind.NOT));
  }

  private static List<ValueId> logic(OnnxNode node, OpKind kind) {
    node.expect(2);
    checkBooleans(node);
    return node.apply(new Binary(kind));
  }

  /** The engine's own ops take bits of integers, too. */
  private static void checkBooleans(OnnxNode node) {
    node.check(node.dtype(0) == DType.BOOL, "is not defined for " + node.dtype(0));
  }

  private static Translation binary(OpKind kind) {
    return node -> {
      node.expect(2);
      return node.apply(new Binary(kind));
    };
  }

  /**
   * The power has the base's dtype, whatever the exponent's. Integers up to 32 bits are exact in
   * float64, and so are powers of theirs that fit them; 64 bits are only where the exponent is a
   * float.
   */
  private static List<ValueId> pow(OnnxNode node, ValueId exponent) {
    node.expect(2);
    DType base = node.dtype(0);
    if (base == node.dtype(1) && base.isFloat()) {
      return node.apply(new Binary(OpKind.POW), node.operand(0), exponent);
    }
    Steps steps = new Steps(node);
    if (base == DType.I64 && node.dtype(1).isInteger()) {
      return node.apply(new Binary(OpKind.POW), node.operand(0), steps.cast(exponent, DType.I64));
    }
    ValueId power =
        steps.binary(
            OpKind.POW, steps.cast(node.operand(0), DType.F64), steps.cast(exponent, DType.F64));
    return List.of(steps.cast(power, base));
  }

  /** With the sign of the divisor, or of the dividend where 'fmod' is set. */
  private static List<ValueId> remainder(OnnxNode node) {
    node.expect(2);
    DType dtype = node.dtype(0);
    boolean isDividends = node.attributes().flag("fmod", false);
    Steps steps = new Steps(node);
    if (Steps.isSupportedFloat(dtype)) {
      node.check(isDividends, "'fmod' should be 1 for floats");
      return node.apply(new Binary(OpKind.FMOD));
    }
    node.support(dtype.isInteger(), "remainders of " + dtype + " are not supported");
    ValueId a = node.operand(0);
    ValueId b = node.operand(1);
    ValueId whole = steps.binary(OpKind.MUL, steps.binary(OpKind.DIV, a, b), b);
    ValueId rest = steps.binary(OpKind.SUB, a, whole);
    if (isDividends || dtype.kind() != DType.Kind.SIGNED) {
      return List.of(rest);
    }
    ValueId zero = node.constant("zero", Tensor.allocate(dtype));
    ValueId isNegative = steps.binary(OpKind.LESS, rest, zero);
    ValueId isOther = steps.binary(OpKind.XOR, isNegative, steps.binary(OpKind.LESS, b, zero));
    ValueId isZero = steps.binary(OpKind.EQUAL, rest, zero);
    ValueId kept = steps.binary(OpKind.OR, isZero, steps.unary(OpKind.NOT, isOther));
    return List.of(steps.where(kept, rest, steps.binary(OpKind.ADD, rest, b)));
  }

  /** Only NaN differs from itself. */
  private static List<ValueId> isNan(OnnxNode node) {
    node.expect(1);
    checkFloat(node);
    Steps steps = new Steps(node);
    ValueId x = node.operand(0);
    return List.of(steps.unary(OpKind.NOT, steps.binary(OpKind.EQUAL, x, x)));
  }

  private static List<ValueId> isInfinite(OnnxNode node) {
    node.expect(1);
    checkFloat(node);
    Steps steps = new Steps(node);
    ValueId x = node.operand(0);
    boolean detectsNegative = node.attributes().flag("detect_negative", true);
    boolean detectsPositive = node.attributes().flag("detect_positive", true);
    if (!detectsNegative && !detectsPositive) {
      return List.of(steps.binary(OpKind.LESS, x, steps.scalar(x, Double.NEGATIVE_INFINITY)));
    }
    ValueId negative = steps.scalar(x, Double.NEGATIVE_INFINITY);
    ValueId positive = steps.scalar(x, Double.POSITIVE_INFINITY);
    if (detectsNegative && detectsPositive) {
      return List.of(steps.binary(OpKind.EQUAL, steps.unary(OpKind.ABS, x), positive));
    }
    return List.of(steps.binary(OpKind.EQUAL, x, detectsPositive ? positive : negative));
  }

  private static void checkFloat(OnnxNode node) {
    node.support(
        Steps.isSupportedFloat(node.dtype(0)), "inputs of " + node.dtype(0) + " are not supported");
  }

  /** Sequences and maps pass without a node of their own. */
  private static List<ValueId> identity(OnnxNode node) {
    node.expect(1);
    return node.isTensor(0) ? node.apply(new Identity()) : List.of(node.operand(0));
  }

  private static List<ValueId> where(OnnxNode node) {
    node.expect(3);
    return node.apply(new Where());
  }

  private static List<ValueId> clip(OnnxNode node) {
    node.expect(1, 3);
    return node.apply(new Clip());
  }

  /** A bound that is not given is the largest finite float32, so that infinities are clipped. */
  private static List<ValueId> clipByAttributes(OnnxNode node) {
    node.expect(1);
    DType dtype = node.dtype(0);
    float low = node.attributes().number("min", -Float.MAX_VALUE);
    float high = node.attributes().number("max", Float.MAX_VALUE);
    return node.apply(
        new Clip(),
        node.operand(0),
        node.constant("min", Scalars.of(node, dtype, low)),
        node.constant("max", Scalars.of(node, dtype, high)));
  }

  private static List<ValueId> cast(OnnxNode node, DType to, boolean saturates) {
    node.expect(1);
    node.check(
        to.kind() != DType.Kind.COMPLEX && node.dtype(0).kind() != DType.Kind.COMPLEX,
        "casts from or to complex numbers don't exist");
    return node.apply(new Cast(to, saturates));
  }

  /** The second operand's elements don't matter. */
  private static List<ValueId> castLike(OnnxNode node, boolean saturates) {
    node.expect(2);
    return List.of(new Steps(node).cast(node.operand(0), node.dtype(1), saturates));
  }

  private static List<ValueId> castWithRounding(OnnxNode node) {
    DType to = target(node);
    String rounding = node.attributes().text("round_mode", "up");
    node.check(
        to != DType.F8E8M0 || rounding.equals("up"),
        "round_mode '" + rounding + "' is not supported; only 'up' is");
    return cast(node, to, saturates(node));
  }

  private static boolean saturates(OnnxNode node) {
    return node.attributes().flag("saturate", true);
  }

  private static DType target(OnnxNode node) {
    long code = node.attributes().required("to", node.attributes().integer("to"));
    return known(node, ElementTypes.of(code), String.valueOf(code));
  }

  private static DType namedTarget(OnnxNode node) {
    String name = node.attributes().text("to", "");
    return known(node, ElementTypes.of(name), name);
  }

  private static DType known(OnnxNode node, Optional<DType> dtype, String to) {
    return dtype.orElseThrow(() -> node.invalid("'to' is no element type: '" + to + "'"));
  }
}
