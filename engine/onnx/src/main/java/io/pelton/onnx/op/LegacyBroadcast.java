package io.pelton.onnx.op;

import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Unsqueeze;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Broadcasting as it was before opset 7: only the second operand stretches, and the attribute
 * {@code axis} says with which axis of the first its own first axis aligns. Axes of length 1 behind
 * it give the same under today's rules.
 */
final class LegacyBroadcast {
  private LegacyBroadcast() {}

  static List<ValueId> apply(OnnxNode node, Op op) {
    ValueId right = right(node);
    return node.apply(op, node.operand(0), right);
  }

  /** The second operand so that it stretches by today's rules. */
  static ValueId right(OnnxNode node) {
    node.expect(2);
    boolean isWanted = node.attributes().flag("broadcast", false);
    ValueId right =
        node.attributes()
            .integer("axis")
            .filter(axis -> isWanted)
            .map(axis -> aligned(node, axis))
            .orElseGet(() -> node.operand(1));
    if (!isWanted) {
      checkEqual(node);
    }
    return right;
  }

  private static ValueId aligned(OnnxNode node, long axis) {
    Shape left = node.shape(0);
    Shape right = node.shape(1);
    node.check(
        left.isRanked() && right.isRanked(), "'axis' needs operands whose number of axes is known");
    boolean isSingle = right.extents().stream().allMatch(extent -> isFixed(extent, 1));
    if (isSingle) {
      return node.operand(1);
    }
    long from = axis < 0 ? axis + left.rank() : axis;
    long behind = left.rank() - from - right.rank();
    node.check(
        from >= 0 && behind >= 0,
        right + " does not fit into " + left + " at axis " + axis + ", where it should be a part");
    if (behind == 0) {
      return node.operand(1);
    }
    long[] axes = LongStream.range(right.rank(), right.rank() + behind).toArray();
    return node.apply(new Unsqueeze(), node.operand(1), node.constant("axes", axes)).get(0);
  }

  private static void checkEqual(OnnxNode node) {
    Shape left = node.shape(0);
    Shape right = node.shape(1);
    boolean isKnown = left.isFixed() && right.isFixed();
    node.check(
        !isKnown || left.equals(right),
        "shapes " + left + " and " + right + " differ but 'broadcast' is not set");
  }

  private static boolean isFixed(Extent extent, long length) {
    return extent.isFixed() && extent.max() == length;
  }
}
