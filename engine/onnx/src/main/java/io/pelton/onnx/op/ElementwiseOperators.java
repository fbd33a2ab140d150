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
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import io.pelton.onnx.proto.ElementTypes;
import java.util.List;
import java.util.Optional;

/** Operators that work element by element. */
final class ElementwiseOperators {
  private ElementwiseOperators() {}

  static void addTo(OperatorFamily ops) {
    ops.add("Identity", 1, ElementwiseOperators::identity);
    ops.add("Not", 1, unary(OpKind.NOT));
    ops.add("Relu", 1, unary(OpKind.RELU));
    ops.add("Sigmoid", 1, unary(OpKind.SIGMOID));
    ops.add("Tanh", 1, unary(OpKind.TANH));
    addBinary(ops, "Add", OpKind.ADD);
    addBinary(ops, "Sub", OpKind.SUB);
    addBinary(ops, "Mul", OpKind.MUL);
    addBinary(ops, "Div", OpKind.DIV);
    addBinary(ops, "Equal", OpKind.EQUAL);
    addBinary(ops, "Less", OpKind.LESS);
    addBinary(ops, "Greater", OpKind.GREATER);
    ops.add("Where", 9, ElementwiseOperators::where);
    ops.add("Clip", 1, ElementwiseOperators::clipByAttributes);
    ops.add("Clip", 11, ElementwiseOperators::clip);
    ops.add("Cast", 1, node -> cast(node, namedTarget(node), true));
    ops.add("Cast", 6, node -> cast(node, target(node), true));
    ops.add("Cast", 19, node -> cast(node, target(node), saturates(node)));
    ops.add("Cast", 24, ElementwiseOperators::castWithRounding);
  }

  /** Before version 7, broadcasting was asked for by attributes. */
  private static void addBinary(OperatorFamily ops, String op, OpKind kind) {
    ops.add(op, 1, node -> LegacyBroadcast.apply(node, new Binary(kind)));
    ops.add(op, 7, binary(kind));
  }

  private static Translation unary(OpKind kind) {
    return node -> {
      node.expect(1);
      return node.apply(new Unary(kind));
    };
  }

  private static Translation binary(OpKind kind) {
    return node -> {
      node.expect(2);
      return node.apply(new Binary(kind));
    };
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
