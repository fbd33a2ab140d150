package io.pelton.onnx.op;

import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/** CenterCropPad: the middle of each axis, or the axis in the middle of zeros. */
final class CropOperator {
  private CropOperator() {}

  static void addTo(OperatorFamily ops) {
    ops.add("CenterCropPad", 18, CropOperator::crop);
  }

  private static List<ValueId> crop(OnnxNode node) {
    node.expect(2);
    int rank = node.rank(0);
    long[] axes =
        node.attributes().integers("axes").orElseGet(() -> LongStream.range(0, rank).toArray());
    for (int i = 0; i < axes.length; i++) {
      node.check(
          axes[i] >= -rank && axes[i] < rank,
          "axis " + axes[i] + " is outside of " + node.shape(0));
      axes[i] = axes[i] < 0 ? axes[i] + rank : axes[i];
    }
    node.check(
        Arrays.stream(axes).distinct().count() == axes.length,
        "'axes' has an entry twice: " + Arrays.toString(axes));
    Extent targets = node.rank(1) == 1 ? node.shape(1).extent(0) : Extent.fixed(-1);
    node.check(
        !targets.isFixed() || targets.max() == axes.length,
        "the shape should have " + axes.length + " lengths but is " + node.shape(1));
    AxisIndices indices = new AxisIndices(node);
    ValueId zero = node.constant("zero", Tensor.allocate(node.dtype(0)));
    ValueId lengths = new Steps(node).cast(node.operand(1), DType.I64);
    ValueId cropped = node.operand(0);
    for (int i = 0; i < axes.length; i++) {
      cropped = axis(node, indices, cropped, (int) axes[i], indices.element(lengths, i), zero);
    }
    return List.of(cropped);
  }

  private static ValueId axis(
      OnnxNode node, AxisIndices indices, ValueId x, int axis, ValueId target, ValueId zero) {
    ValueId length = indices.lengthOf(x, axis);
    if (isSame(node, length, target)) {
      return x;
    }
    ValueId before =
        new Steps(node).binary(OpKind.DIV, indices.subtract(length, target), indices.number(2));
    return indices.pickOr(x, axis, indices.add(indices.upTo(target), before), zero);
  }

  private static boolean isSame(OnnxNode node, ValueId left, ValueId right) {
    return node.integers(left).isPresent() && node.integers(left).equals(node.integers(right));
  }
}
