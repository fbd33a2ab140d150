package io.pelton.onnx.op;

import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.ElementwiseOp.BitCast;
import io.pelton.engine.graph.ElementwiseOp.Identity;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import io.pelton.onnx.proto.ElementTypes;
import java.util.List;

/** Operators on the bits of elements. */
final class BitOperators {
  /** The directions of BitShift. */
  private enum Direction {
    LEFT,
    RIGHT,
    NONE
  }

  private BitOperators() {}

  static void addTo(OperatorFamily ops) {
    ops.add("BitwiseNot", 18, BitOperators::not);
    ops.add("BitwiseAnd", 18, node -> binary(node, OpKind.AND));
    ops.add("BitwiseOr", 18, node -> binary(node, OpKind.OR));
    ops.add("BitwiseXor", 18, node -> binary(node, OpKind.XOR));
    ops.add("BitShift", 11, BitOperators::shift);
    ops.add("BitCast", 26, BitOperators::cast);
  }

  private static List<ValueId> not(OnnxNode node) {
    node.expect(1);
    checkInteger(node);
    return node.apply(new Unary(OpKind.NOT));
  }

  private static List<ValueId> binary(OnnxNode node, OpKind kind) {
    node.expect(2);
    checkInteger(node);
    return node.apply(new Binary(kind));
  }

  private static void checkInteger(OnnxNode node) {
    node.check(node.dtype(0).isInteger(), "is not defined for " + node.dtype(0));
  }

  private static List<ValueId> shift(OnnxNode node) {
    node.expect(2);
    Direction direction = node.attributes().choice("direction", Direction.NONE);
    node.check(direction != Direction.NONE, "'direction' should be LEFT or RIGHT");
    return node.apply(
        new Binary(direction == Direction.LEFT ? OpKind.SHIFT_LEFT : OpKind.SHIFT_RIGHT));
  }

  /** The one bit of a boolean that counts is kept as a cast keeps it. */
  private static List<ValueId> cast(OnnxNode node) {
    node.expect(1);
    long code = node.attributes().required("to", node.attributes().integer("to"));
    DType from = node.dtype(0);
    DType to =
        ElementTypes.of(code)
            .orElseThrow(() -> node.invalid("'to' is no element type: '" + code + "'"));
    node.check(
        from != DType.STRING && to != DType.STRING && from.bits() == to.bits(),
        "elements of " + from + " and " + to + " have no bits in common");
    if (from == to) {
      return node.apply(new Identity());
    }
    return from == DType.BOOL || to == DType.BOOL
        ? List.of(new Steps(node).cast(node.operand(0), to))
        : node.apply(new BitCast(to));
  }
}
