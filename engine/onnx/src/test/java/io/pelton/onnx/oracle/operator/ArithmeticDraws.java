package io.pelton.onnx.oracle.operator;

import static io.pelton.onnx.oracle.operator.OperatorDraws.FLOATS;
import static io.pelton.onnx.oracle.operator.OperatorDraws.NUMBERS;

/** Elementwise arithmetic. */
final class ArithmeticDraws {
  private ArithmeticDraws() {}

  static void addTo(OperatorDraws draws) {
    draws.add("Add", NUMBERS, ArithmeticDraws::binary);
    draws.add("Exp", FLOATS, ArithmeticDraws::unary);
  }

  private static void unary(NodeCase node) {
    node.input(node.values().odd(node.dtype(), node.values().shape(0, 4)));
  }

  private static void binary(NodeCase node) {
    Values values = node.values();
    long[] dims = values.shape(0, 4);
    boolean isSwapped = node.draw().chance(0.5);
    long[] other = values.broadcasting(dims);
    node.operand(values.odd(node.dtype(), isSwapped ? other : dims));
    node.input(values.odd(node.dtype(), isSwapped ? dims : other));
  }
}
