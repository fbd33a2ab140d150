package io.pelton.onnx.oracle.operator;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.oracle.operator.OperatorDraws.ALL;
import static io.pelton.onnx.oracle.operator.OperatorDraws.FLOATS;
import static io.pelton.onnx.oracle.operator.OperatorDraws.INTEGERS;
import static io.pelton.onnx.oracle.operator.OperatorDraws.NUMBERS;
import static io.pelton.onnx.oracle.operator.OperatorDraws.UNSIGNED;
import static io.pelton.onnx.oracle.operator.OperatorDraws.union;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DType.Kind;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/** Elementwise operators of several operands. */
final class ArithmeticDraws {
  private static final Set<DType> BOOLEANS = EnumSet.of(DType.BOOL);

  private ArithmeticDraws() {}

  static void addTo(OperatorDraws draws) {
    draws.add("Add", NUMBERS, ArithmeticDraws::binary);
    draws.add("Sub", NUMBERS, ArithmeticDraws::binary);
    draws.add("Mul", NUMBERS, ArithmeticDraws::binary);
    draws.add("Div", NUMBERS, ArithmeticDraws::division);
    draws.add("Mod", NUMBERS, ArithmeticDraws::remainder);
    draws.add("Pow", union(FLOATS, EnumSet.of(DType.I32, DType.I64)), ArithmeticDraws::power);
    draws.add("Equal", ALL, ArithmeticDraws::binary);
    draws.add("Less", NUMBERS, ArithmeticDraws::binary);
    draws.add("Greater", NUMBERS, ArithmeticDraws::binary);
    draws.add("LessOrEqual", NUMBERS, ArithmeticDraws::binary);
    draws.add("GreaterOrEqual", NUMBERS, ArithmeticDraws::binary);
    draws.add("And", BOOLEANS, ArithmeticDraws::binary);
    draws.add("Or", BOOLEANS, ArithmeticDraws::binary);
    draws.add("Xor", BOOLEANS, ArithmeticDraws::binary);
    draws.add("BitwiseAnd", INTEGERS, ArithmeticDraws::binary);
    draws.add("BitwiseOr", INTEGERS, ArithmeticDraws::binary);
    draws.add("BitwiseXor", INTEGERS, ArithmeticDraws::binary);
    draws.add("BitShift", UNSIGNED, ArithmeticDraws::shift);
    draws.add("Where", ALL, ArithmeticDraws::where);
    draws.add("Sum", FLOATS, ArithmeticDraws::variadic);
    draws.add("Mean", FLOATS, ArithmeticDraws::variadic);
    draws.add("Min", NUMBERS, ArithmeticDraws::variadic);
    draws.add("Max", NUMBERS, ArithmeticDraws::variadic);
  }

  /** Shapes of two operands; attributes say how they broadcast where the version is old. */
  private static long[][] shapes(NodeCase node) {
    Values values = node.values();
    long[] dims = values.shape(0, 4);
    if (node.since(7)) {
      long[] other = values.broadcasting(dims);
      return node.draw().chance(0.5) ? new long[][] {other, dims} : new long[][] {dims, other};
    }
    if (node.draw().chance(0.4)) {
      return new long[][] {dims, dims};
    }
    node.beyondPeer("It has no kernels for broadcasting by attributes.");
    node.attribute(integer("broadcast", 1));
    int from = node.draw().below(dims.length + 1);
    int to = node.draw().between(from, dims.length);
    long[] part = Arrays.copyOfRange(dims, from, to);
    if (to < dims.length || node.draw().chance(0.5)) {
      node.attribute(integer("axis", from));
    }
    return new long[][] {dims, part};
  }

  private static void binary(NodeCase node) {
    long[][] shapes = shapes(node);
    node.operand(node.values().odd(node.dtype(), shapes[0]));
    node.input(node.values().odd(node.dtype(), shapes[1]));
  }

  /** Integers are not divided by 0, for which nothing is defined. */
  private static void division(NodeCase node) {
    long[][] shapes = shapes(node);
    node.operand(node.values().odd(node.dtype(), shapes[0]));
    node.operand(divisors(node, shapes[1]));
  }

  private static Tensor divisors(NodeCase node, long... dims) {
    DType dtype = node.dtype();
    if (dtype.isFloat()) {
      return node.values().odd(dtype, dims);
    }
    boolean hasOpposites = dtype.kind() == Kind.SIGNED && node.draw().chance(0.15);
    if (hasOpposites) {
      node.beyondPeer("It dies over the least integer divided by -1: field case B4.");
    }
    boolean isSigned = dtype.kind() == Kind.SIGNED;
    return Values.longs(
        dtype,
        () -> {
          long magnitude = node.draw().between(hasOpposites ? 1 : 2, 9);
          return isSigned && node.draw().chance(0.5) ? -magnitude : magnitude;
        },
        dims);
  }

  private static void remainder(NodeCase node) {
    if (node.dtype().isFloat() || node.draw().chance(0.4)) {
      node.attribute(integer("fmod", 1));
      if (node.dtype().isInteger() && node.dtype().bits() == 64) {
        node.beyondPeer("It divides in float64, which does not have all integers of 64 bits.");
      }
    } else if (node.draw().chance(0.3)) {
      node.attribute(integer("fmod", 0));
    }
    division(node);
  }

  /** Powers of integers are not negative and fit the type. */
  private static void power(NodeCase node) {
    long[][] shapes = shapes(node);
    DType base = node.dtype();
    DType exponent =
        node.since(12) && node.draw().chance(0.6)
            ? node.draw().one(NUMBERS.stream().sorted().toList())
            : base;
    Values values = node.values();
    if (base.isFloat() && exponent.isFloat()) {
      node.operand(values.odd(base, shapes[0])).operand(values.odd(exponent, shapes[1]));
      return;
    }
    int least = base.isFloat() && exponent.kind() == Kind.SIGNED ? -6 : 0;
    Tensor powers =
        exponent.isFloat()
            ? Values.floats(exponent, () -> node.draw().between(0, 6), shapes[1])
            : values.between(exponent, least, 6, shapes[1]);
    node.operand(
        base.isFloat() ? values.plain(base, shapes[0]) : values.between(base, -5, 5, shapes[0]));
    node.operand(powers);
  }

  /** By fewer places than there are: nothing is defined for others. */
  private static void shift(NodeCase node) {
    long[][] shapes = shapes(node);
    node.attribute(text("direction", node.draw().one("LEFT", "RIGHT")));
    node.operand(node.values().odd(node.dtype(), shapes[0]));
    node.operand(node.values().between(node.dtype(), 0, node.dtype().bits() - 1, shapes[1]));
  }

  private static void where(NodeCase node) {
    Values values = node.values();
    long[] dims = values.shape(0, 4);
    int whole = node.draw().below(3);
    node.operand(values.plain(DType.BOOL, whole == 0 ? dims : values.broadcasting(dims)));
    node.operand(values.odd(node.dtype(), whole == 1 ? dims : values.broadcasting(dims)));
    node.operand(values.odd(node.dtype(), whole == 2 ? dims : values.broadcasting(dims)));
  }

  private static void variadic(NodeCase node) {
    Values values = node.values();
    long[] dims = values.shape(0, 4);
    int operands = node.draw().between(1, 4);
    int whole = node.draw().below(operands);
    for (int i = 0; i < operands; i++) {
      boolean isWhole = i == whole || !node.since(8);
      long[] each = isWhole ? dims : values.broadcasting(dims);
      // the peer has old ones, and means, of float32 alone, in which large ones overflow
      boolean isPlain = node.dtype() == DType.F64 && (node.op().equals("Mean") || !node.since(8));
      node.operand(isPlain ? values.plain(node.dtype(), each) : values.odd(node.dtype(), each));
    }
    if (node.op().equals("Sum") || node.op().equals("Mean")) {
      node.sums();
    }
  }
}
