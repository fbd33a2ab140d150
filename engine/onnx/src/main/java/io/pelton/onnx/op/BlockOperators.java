package io.pelton.onnx.op;

import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp.ShapeOf;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Reshape;
import io.pelton.engine.tensor.Extent;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.List;

/** Operators that move blocks of an image's plane into channels, or back. */
final class BlockOperators {
  private BlockOperators() {}

  static void addTo(OperatorFamily ops) {
    ops.add("DepthToSpace", 1, node -> depthToSpace(node, true));
    ops.add("DepthToSpace", 11, node -> depthToSpace(node, isDepthFirst(node)));
    ops.add("SpaceToDepth", 1, BlockOperators::spaceToDepth);
  }

  private static boolean isDepthFirst(OnnxNode node) {
    String mode = node.attributes().text("mode", "DCR");
    node.check(mode.equals("DCR") || mode.equals("CRD"), "'mode' is '" + mode + "'");
    return mode.equals("DCR");
  }

  private static long blockSize(OnnxNode node) {
    Attributes attributes = node.attributes();
    long size = attributes.required("blocksize", attributes.integer("blocksize"));
    node.check(size > 0 && size <= Short.MAX_VALUE, "'blocksize' is " + size);
    return size;
  }

  /** A list of one number for an axis of [N, C, H, W]. */
  private static ValueId length(OnnxNode node, int axis) {
    Extent known = node.shape(0).extent(axis);
    return known.isFixed()
        ? node.constant("length", known.max())
        : new Steps(node).apply(new ShapeOf(axis, axis + 1L), node.operand(0));
  }

  private static ValueId multiplied(OnnxNode node, int axis, long by) {
    Extent known = node.shape(0).extent(axis);
    return known.isFixed()
        ? node.constant("length", known.max() * by)
        : new Steps(node).binary(OpKind.MUL, length(node, axis), node.constant("blocks", by));
  }

  private static ValueId divided(OnnxNode node, int axis, long by) {
    Extent known = node.shape(0).extent(axis);
    return known.isFixed()
        ? node.constant("length", known.max() / by)
        : new Steps(node).binary(OpKind.DIV, length(node, axis), node.constant("blocks", by));
  }

  private static void check(OnnxNode node, long by, int... axes) {
    node.expect(1);
    node.check(node.rank(0) == 4, "the input should have 4 axes but is " + node.shape(0));
    for (int axis : axes) {
      Extent length = node.shape(0).extent(axis);
      node.check(
          !length.isFixed() || length.max() % by == 0,
          length + " along axis " + axis + " does not divide into blocks of " + by);
    }
  }

  /**
   * @param isDepthFirst channels vary fastest within the places of a block
   */
  private static List<ValueId> depthToSpace(OnnxNode node, boolean isDepthFirst) {
    long size = blockSize(node);
    check(node, size * size, 1);
    ValueId batch = length(node, 0);
    ValueId depth = divided(node, 1, size * size);
    ValueId block = node.constant("block", new long[] {size, size});
    ValueId rows = length(node, 2);
    ValueId columns = length(node, 3);
    ValueId x = node.operand(0);
    Steps steps = new Steps(node);
    ValueId turned =
        isDepthFirst
            ? steps.transpose(
                reshape(node, x, batch, block, depth, rows, columns), 0, 3, 4, 1, 5, 2)
            : steps.transpose(
                reshape(node, x, batch, depth, block, rows, columns), 0, 1, 4, 2, 5, 3);
    return List.of(
        reshape(node, turned, batch, depth, multiplied(node, 2, size), multiplied(node, 3, size)));
  }

  private static List<ValueId> spaceToDepth(OnnxNode node) {
    long size = blockSize(node);
    check(node, size, 2, 3);
    ValueId side = node.constant("side", new long[] {size});
    ValueId batch = length(node, 0);
    ValueId rows = divided(node, 2, size);
    ValueId columns = divided(node, 3, size);
    ValueId split =
        reshape(node, node.operand(0), batch, length(node, 1), rows, side, columns, side);
    ValueId turned = new Steps(node).transpose(split, 0, 3, 5, 1, 2, 4);
    return List.of(reshape(node, turned, batch, multiplied(node, 1, size * size), rows, columns));
  }

  private static ValueId reshape(OnnxNode node, ValueId x, ValueId... lengths) {
    Steps steps = new Steps(node);
    return steps.apply(new Reshape(true), x, steps.concat(0, List.of(lengths)));
  }
}
