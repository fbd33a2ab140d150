package io.pelton.onnx.op;

import io.pelton.engine.graph.SpreadOp.ColumnsToImage;
import io.pelton.engine.graph.SpreadOp.MaxUnpool;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.Window;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.Collections;
import java.util.List;

/** Convolutions, poolings and the cutting of blocks, the other way round. */
final class SpreadOperators {
  private SpreadOperators() {}

  static void addTo(OperatorFamily ops) {
    ops.add("ConvTranspose", 1, SpreadOperators::convTranspose);
    ops.add("Col2Im", 18, SpreadOperators::columnsToImage);
    ops.add("MaxUnpool", 9, SpreadOperators::maxUnpool);
  }

  private static List<ValueId> convTranspose(OnnxNode node) {
    node.expect(2, 3);
    int group = node.attributes().smallInteger("group", 1);
    return node.apply(WindowReader.transposed(node, WindowReader.kernelShape(node, 1), group));
  }

  private static List<ValueId> columnsToImage(OnnxNode node) {
    node.expect(3);
    Shape image = node.shape(1);
    node.support(image.isRanked() && image.isFixed(), "needs a known number of spatial axes");
    node.check(image.rank() == 1, "'image_shape' should have one axis but is " + image);
    int axes = Math.toIntExact(image.extent(0).max());
    node.support(axes >= 1 && axes <= 3, axes + " spatial axes are not supported");
    node.check(!node.attributes().has("auto_pad"), "'auto_pad' does not exist for this operator");
    Window window = WindowReader.read(node, Collections.nCopies(axes, 1), true);
    if (node.dtype(0) != DType.BOOL) {
      return node.apply(new ColumnsToImage(window));
    }
    Steps steps = new Steps(node);
    ValueId counts = steps.cast(node.operand(0), DType.I32);
    ValueId spread =
        steps.apply(new ColumnsToImage(window), counts, node.operand(1), node.operand(2));
    return List.of(steps.cast(spread, DType.BOOL));
  }

  private static List<ValueId> maxUnpool(OnnxNode node) {
    node.expect(2, 3);
    node.check(!node.attributes().has("auto_pad"), "'auto_pad' does not exist for this operator");
    List<Integer> lengths = WindowReader.kernelShape(node);
    return node.apply(new MaxUnpool(lengths, WindowReader.read(node, lengths, false)));
  }
}
