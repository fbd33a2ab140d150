package io.pelton.onnx.oracle.operator;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.number;
import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.oracle.operator.OperatorDraws.ALL;
import static io.pelton.onnx.oracle.operator.OperatorDraws.FLOATS;
import static io.pelton.onnx.oracle.operator.OperatorDraws.INTEGERS;
import static io.pelton.onnx.oracle.operator.OperatorDraws.NUMBERS;
import static io.pelton.onnx.oracle.operator.OperatorDraws.SIGNED;
import static io.pelton.onnx.oracle.operator.OperatorDraws.union;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Functions of one element, activations among them. */
final class FunctionDraws {
  private static final List<String> OF_FLOATS =
      List.of(
          "Ceil",
          "Exp",
          "Floor",
          "IsNaN",
          "Log",
          "Reciprocal",
          "Round",
          "Sigmoid",
          "Sin",
          "Sqrt",
          "Tanh");

  /** The peer has some of these for float32 alone. */
  private static final List<String> OF_SINGLES =
      List.of(
          "Acos",
          "Acosh",
          "Asin",
          "Asinh",
          "Atan",
          "Atanh",
          "Cos",
          "Cosh",
          "HardSwish",
          "Mish",
          "Sinh",
          "Softsign",
          "Tan");

  private FunctionDraws() {}

  static void addTo(OperatorDraws draws) {
    OF_FLOATS.forEach(op -> draws.add(op, FLOATS, FunctionDraws::odd));
    OF_SINGLES.forEach(op -> draws.add(op, FLOATS, FunctionDraws::oddOfSingles));
    draws.add("Erf", FLOATS, FunctionDraws::errorFunction);
    draws.add("Softplus", FLOATS, FunctionDraws::softplus);
    draws.add("Abs", NUMBERS, FunctionDraws::odd);
    draws.add("Sign", NUMBERS, FunctionDraws::sign);
    draws.add("Neg", union(FLOATS, SIGNED), FunctionDraws::odd);
    draws.add("Relu", union(FLOATS, SIGNED), FunctionDraws::odd);
    draws.add("Not", EnumSet.of(DType.BOOL), FunctionDraws::odd);
    draws.add("BitwiseNot", INTEGERS, FunctionDraws::odd);
    draws.add("Identity", ALL, FunctionDraws::odd);
    draws.add("IsInf", FLOATS, FunctionDraws::isInfinite);
    draws.add("Clip", NUMBERS, FunctionDraws::clip);
    addActivations(draws);
  }

  private static void addActivations(OperatorDraws draws) {
    draws.add("Elu", FLOATS, node -> with(node, "alpha"));
    draws.add("Celu", FLOATS, node -> with(node, "alpha"));
    draws.add("LeakyRelu", FLOATS, node -> with(node, "alpha"));
    draws.add("ThresholdedRelu", FLOATS, node -> with(node, "alpha"));
    draws.add("Swish", FLOATS, node -> with(node, "alpha"));
    draws.add("Selu", FLOATS, node -> with(node, "alpha", "gamma"));
    draws.add("HardSigmoid", FLOATS, node -> with(node, "alpha", "beta"));
    Set<DType> numbers = EnumSet.copyOf(NUMBERS);
    numbers.remove(DType.BF16);
    draws.add("Shrink", numbers, FunctionDraws::shrink);
    draws.add("Gelu", FLOATS, FunctionDraws::gelu);
    draws.add(
        "PRelu",
        union(FLOATS, EnumSet.of(DType.I32, DType.I64, DType.U32, DType.U64)),
        FunctionDraws::prelu);
    draws.addWithoutPeer("SwiGLU", FLOATS, "It does not know this version.", FunctionDraws::swiGlu);
  }

  private static void odd(NodeCase node) {
    node.input(node.values().odd(node.dtype(), node.values().shape(0, 4)));
  }

  private static void oddOfSingles(NodeCase node) {
    node.input(node.values().oddOfSingles(node.dtype(), node.values().shape(0, 4)));
  }

  private static void softplus(NodeCase node) {
    Tensor x = node.values().oddOfSingles(node.dtype(), node.values().shape(0, 4));
    if (node.dtype() == DType.F16 && Values.any(x, number -> number > 1e4)) {
      node.beyondPeer("Its exponentials overflow.");
    }
    node.input(x);
  }

  private static void sign(NodeCase node) {
    Tensor x = node.values().odd(node.dtype(), node.values().shape(0, 4));
    if (node.dtype().bits() == 16 && Values.any(x, Double::isNaN)) {
      node.beyondPeer("It takes the sign of NaN for 0, in halves alone.");
    }
    node.input(x);
  }

  private static void errorFunction(NodeCase node) {
    Tensor x = node.values().odd(node.dtype(), node.values().shape(0, 4));
    if (Values.any(x, Double::isNaN)) {
      node.beyondPeer("It takes the function's value at NaN for 1.");
    }
    node.input(x);
  }

  private static void with(NodeCase node, String... attributes) {
    Tensor x =
        node.dtype().isFloat()
            ? node.values().oddOfSingles(node.dtype(), node.values().shape(0, 4))
            : node.values().plain(node.dtype(), node.values().shape(0, 4));
    node.input(x);
    for (String attribute : attributes) {
      if (node.draw().chance(0.6)) {
        node.attribute(number(attribute, node.draw().one(0.3f, 1f, 0.7f, 0.05f)));
      }
    }
  }

  /** The peer computes in float32. */
  private static void shrink(NodeCase node) {
    with(node, "bias", "lambd");
    node.tolerance(Tolerance.of(node.dtype()).or(Tolerance.of(DType.F32)));
  }

  private static void isInfinite(NodeCase node) {
    odd(node);
    for (String attribute : List.of("detect_negative", "detect_positive")) {
      if (node.draw().chance(0.6)) {
        node.attribute(integer(attribute, node.draw().below(2)));
      }
    }
  }

  /**
   * The peer follows the definition, which has constants of float32. Beyond half of the largest
   * number, products overflow here before they are halved.
   */
  private static void gelu(NodeCase node) {
    Values values = node.values();
    boolean isHalf = node.dtype() == DType.F16;
    long[] dims = values.shape(0, 4);
    node.input(isHalf ? values.odd(node.dtype(), dims) : values.plain(node.dtype(), dims));
    node.tolerance(Tolerance.of(node.dtype()).or(Tolerance.of(DType.F32)));
    if (node.draw().chance(0.7)) {
      node.attribute(text("approximate", node.draw().one("none", "tanh")));
    }
  }

  private static void clip(NodeCase node) {
    odd(node);
    if (!node.since(11)) {
      if (node.draw().chance(0.7)) {
        node.attribute(number("min", node.draw().one(-1f, 0f, 2f)));
      }
      if (node.draw().chance(0.7)) {
        node.attribute(number("max", node.draw().one(-1f, 0f, 2f)));
      }
      return;
    }
    boolean hasLeast = node.draw().chance(0.7);
    if (hasLeast) {
      node.operand(node.values().plain(node.dtype()));
    }
    if (node.draw().chance(0.7)) {
      if (!hasLeast) {
        node.absent();
      }
      node.operand(node.values().plain(node.dtype()));
    }
  }

  /** One slope, or one a channel, before version 7. */
  private static void prelu(NodeCase node) {
    Values values = node.values();
    boolean isOld = !node.since(7);
    long[] dims = values.shape(isOld ? 2 : 0, 4);
    Tensor x =
        node.dtype().isFloat()
            ? values.oddOfSingles(node.dtype(), dims)
            : values.plain(node.dtype(), dims);
    if (Values.any(x, Double::isInfinite)) {
      node.beyondPeer("It multiplies infinities by 0 where a slope does not count.");
    }
    long[] slopes = isOld ? new long[] {node.draw().one(1L, dims[1])} : values.broadcasting(dims);
    node.input(x).operand(values.plain(node.dtype(), slopes));
  }

  private static void swiGlu(NodeCase node) {
    long[] dims = node.values().shape(0, 4);
    Tensor gate = node.values().odd(node.dtype(), dims);
    node.operand(gate).input(node.values().odd(node.dtype(), dims));
    if (node.draw().chance(0.6)) {
      node.attribute(number("alpha", node.draw().one(0.5f, 1f, 1.7f)));
    }
  }
}
