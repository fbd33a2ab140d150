package io.pelton.onnx.op;

import io.pelton.engine.graph.ElementwiseOp.Identity;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.Shape;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.List;

/** Elementwise operators of any number of operands, folded from the left. */
final class VariadicOperators {
  private VariadicOperators() {}

  static void addTo(OperatorFamily ops) {
    add(ops, "Sum", node -> List.of(fold(node, OpKind.ADD)));
    add(ops, "Max", node -> List.of(fold(node, OpKind.MAX)));
    add(ops, "Min", node -> List.of(fold(node, OpKind.MIN)));
    add(ops, "Mean", VariadicOperators::mean);
  }

  /** Before version 8, operands did not stretch. */
  private static void add(OperatorFamily ops, String op, Translation translation) {
    ops.add(
        op,
        1,
        node -> {
          checkEqual(node);
          return translation.translate(node);
        });
    ops.add(op, 8, translation);
  }

  private static void checkEqual(OnnxNode node) {
    for (int operand = 1; operand < node.count(); operand++) {
      Shape first = node.shape(0);
      Shape other = node.shape(operand);
      node.check(
          !first.isFixed() || !other.isFixed() || first.equals(other),
          "inputs should have one shape before opset 8 but are " + first + " and " + other);
    }
  }

  private static ValueId fold(OnnxNode node, OpKind kind) {
    int operands = Math.max(node.count(), 1);
    node.expect(operands);
    Steps steps = new Steps(node);
    ValueId folded = node.operand(0);
    for (int operand = 1; operand < operands; operand++) {
      folded = steps.binary(kind, folded, node.operand(operand));
    }
    return operands == 1 ? steps.apply(new Identity(), folded) : folded;
  }

  private static List<ValueId> mean(OnnxNode node) {
    ValueId sum = fold(node, OpKind.ADD);
    Steps steps = new Steps(node);
    return List.of(steps.binary(OpKind.DIV, sum, steps.scalar(sum, node.count())));
  }
}
