package io.pelton.onnx.op;

import io.pelton.engine.graph.ElementwiseOp.Identity;
import io.pelton.engine.graph.RandomKey;
import io.pelton.engine.graph.RandomOp.Dropout;
import io.pelton.engine.graph.ShapeOp.ShapeOf;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.List;
import java.util.Optional;

/** Dropout, which keeps everything in inference. */
final class DropoutOperator {
  private static final float DEFAULT_RATIO = 0.5f;

  private DropoutOperator() {}

  static void addTo(OperatorFamily ops) {
    ops.add("Dropout", 1, DropoutOperator::withTestFlag);
    ops.add("Dropout", 7, DropoutOperator::withoutMask);
    ops.add("Dropout", 10, DropoutOperator::withRatio);
    ops.add("Dropout", 12, DropoutOperator::withTrainingOperand);
  }

  /** The mask has the data's type. */
  private static List<ValueId> withTestFlag(OnnxNode node) {
    if (node.attributes().flag("is_test", false)) {
      return withoutMask(node);
    }
    node.expect(1);
    ValueId trains = node.constant("trains", Tensor.wrap(DType.BOOL, new byte[] {1}));
    List<ValueId> outputs = dropped(node, ratio(node), trains, Optional.empty());
    return List.of(outputs.get(0), new Steps(node).cast(outputs.get(1), node.dtype(0)));
  }

  /** The mask's type says floats, and nothing says which. */
  private static List<ValueId> withoutMask(OnnxNode node) {
    node.supportOutputs(1);
    return withRatio(node);
  }

  private static List<ValueId> withRatio(OnnxNode node) {
    node.expect(1);
    ratio(node); // of training
    return kept(node);
  }

  private static ValueId ratio(OnnxNode node) {
    float ratio = node.attributes().number("ratio", DEFAULT_RATIO);
    return node.constant("ratio", Tensor.of(new float[] {ratio}));
  }

  private static List<ValueId> withTrainingOperand(OnnxNode node) {
    node.expect(1, 3);
    Optional<Long> seed = node.attributes().integer("seed");
    if (!node.has(2) || isFalse(node, 2)) {
      return kept(node);
    }
    ValueId ratio =
        node.has(1)
            ? new Steps(node).cast(node.operand(1), DType.F32)
            : node.constant("ratio", Tensor.of(new float[] {DEFAULT_RATIO}));
    return dropped(node, ratio, node.operand(2), seed);
  }

  private static boolean isFalse(OnnxNode node, int operand) {
    return node.constant(operand)
        .map(Tensor::toLongs)
        .filter(flag -> flag.length == 1 && flag[0] == 0)
        .isPresent();
  }

  private static List<ValueId> dropped(
      OnnxNode node, ValueId ratio, ValueId trains, Optional<Long> seed) {
    RandomKey key = node.randomKey();
    Dropout op = new Dropout(seed.map(key::withSeed).orElse(key));
    return node.apply(op, node.operand(0), ratio, trains);
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
