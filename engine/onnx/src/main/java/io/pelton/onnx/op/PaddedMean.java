package io.pelton.onnx.op;

import io.pelton.engine.graph.ConvOp.Pool;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.Window;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/**
 * The mean over windows of which the last ones hang over: padding that the node asks for counts,
 * but not what lies behind it.
 */
final class PaddedMean {
  private PaddedMean() {}

  /**
   * @param lengths of the window, one for each spatial axis
   * @param asked with the node's own padding
   * @param whole with as much padding as the last windows need; of input axes of fixed lengths
   */
  static ValueId of(OnnxNode node, List<Integer> lengths, Window asked, Window whole) {
    Steps steps = new Steps(node);
    ValueId x = steps.wide(node.operand(0));
    ValueId sum = steps.apply(new Pool(OpKind.SUM_POOL, lengths, whole, false), x);
    ValueId counts = steps.scalar(x, 1);
    for (int axis = 0; axis < lengths.size(); axis++) {
      double[] along = cells(node, axis, lengths.get(axis), asked, whole);
      long[] dims = new long[lengths.size() + 2];
      Arrays.fill(dims, 1);
      dims[axis + 2] = along.length;
      ValueId cells =
          steps.cast(node.constant("cells", Tensor.of(along, dims)), node.tensor(x).dtype());
      counts = steps.binary(OpKind.MUL, counts, cells);
    }
    return steps.cast(steps.binary(OpKind.DIV, sum, counts), node.dtype(0));
  }

  /** How many of a window's cells are within the padded axis, for each of its places. */
  private static double[] cells(OnnxNode node, int axis, int length, Window asked, Window whole) {
    long stride = whole.strides().get(axis);
    long dilation = whole.dilations().get(axis);
    long before = node.shape(0).extent(axis + 2).max() + whole.padsBegin().get(axis);
    long reach = (length - 1) * dilation + 1;
    long places = (before + whole.padsEnd().get(axis) - reach) / stride + 1;
    double[] cells = new double[Math.toIntExact(places)];
    for (int place = 0; place < cells.length; place++) {
      long room = before + asked.padsEnd().get(axis) - place * stride;
      cells[place] = Math.min(length, (room + dilation - 1) / dilation);
    }
    return cells;
  }
}
