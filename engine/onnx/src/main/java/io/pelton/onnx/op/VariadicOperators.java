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
    add(ops, "Sum", VariadicOperators::sum);
    add(ops, "Max", node -> choice(node, OpKind.MAX));
    add(ops, "Min", node -> choice(node, OpKind.MIN));
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

  private static List<ValueId> choice(OnnxNode node, OpKind kind) {
    ValueId folded = fold(node, kind, false);
    return node.count() > 1 ? List.of(folded) : node.apply(new Identity());
  }

  /** A sum of two is rounded once as it is. */
  private static List<ValueId> sum(OnnxNode node) {
    if (node.count() == 1) {
      return node.apply(new Identity());
    }
    ValueId folded = fold(node, OpKind.ADD, node.count() > 2);
    return List.of(new Steps(node).cast(folded, node.dtype(0)));
  }

  private static List<ValueId> mean(OnnxNode node) {
    ValueId sum = fold(node, OpKind.ADD, true);
    Steps steps = new Steps(node);
    ValueId mean = steps.binary(OpKind.DIV, sum, steps.scalar(sum, node.count()));
    return List.of(steps.cast(mean, node.dtype(0)));
  }

  /**
   * @param isWide halves are float32 from here on
   */
  private static ValueId fold(OnnxNode node, OpKind kind, boolean isWide) {
    int operands = Math.max(node.count(), 1);
    node.expect(operands);
    Steps steps = new Steps(node);
    ValueId folded = isWide ? steps.wide(node.operand(0)) : node.operand(0);
    for (int operand = 1; operand < operands; operand++) {
      ValueId each = node.operand(operand);
      folded = steps.binary(kind, folded, isWide ? steps.wide(each) : each);
    }
    return folded;
  }
}
