package io.pelton.onnx.op;

import io.pelton.engine.graph.ElementwiseOp.Identity;
import io.pelton.engine.graph.ShapeOp.ShapeOf;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.List;

/** Dropout, which keeps everything in inference. */
final class DropoutOperator {
  private DropoutOperator() {}

  static void addTo(OperatorFamily ops) {
    ops.add("Dropout", 1, DropoutOperator::withTestFlag);
    ops.add("Dropout", 7, DropoutOperator::withoutMask);
    ops.add("Dropout", 10, DropoutOperator::withRatio);
    ops.add("Dropout", 12, DropoutOperator::withTrainingOperand);
  }

  private static List<ValueId> withTestFlag(OnnxNode node) {
    node.support(
        node.attributes().flag("is_test", false), "training ('is_test' 0) is not supported");
    return withoutMask(node);
  }

  /** The mask's type says floats, and nothing says which. */
  private static List<ValueId> withoutMask(OnnxNode node) {
    node.supportOutputs(1);
    return withRatio(node);
  }

  private static List<ValueId> withRatio(OnnxNode node) {
    node.expect(1);
    node.attributes().number("ratio"); // of training
    return kept(node);
  }

  private static List<ValueId> withTrainingOperand(OnnxNode node) {
    node.expect(1, 3);
    node.attributes().integer("seed"); // of training
    if (node.has(2)) {
      boolean isInference =
          node.constant(2)
              .map(flag -> flag.toLongs())
              .filter(flag -> flag.length == 1 && flag[0] == 0)
              .isPresent();
      node.support(isInference, "'training_mode' other than a constant false is not supported");
    }
    return kept(node);
  }

  private static List<ValueId> kept(OnnxNode node) {
    Steps steps = new Steps(node);
    ValueId x = node.operand(0);
    ValueId kept = steps.apply(new Identity(), x);
    if (!node.wants(1)) {
      return List.of(kept);
    }
    ValueId yes = node.constant("kept", Tensor.wrap(DType.BOOL, new byte[] {1}));
    return List.of(kept, steps.expand(yes, steps.apply(new ShapeOf(0, Long.MAX_VALUE), x)));
  }
}
