package io.pelton.onnx.op;

import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Reshape;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
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

  /** Lengths of the channels, rows and columns of [N, C, H, W]. */
  private static long[] lengths(OnnxNode node) {
    node.expect(1);
    Shape shape = node.shape(0);
    boolean isKnown =
        shape.isRanked() && shape.extents().stream().skip(1).allMatch(Extent::isFixed);
    node.support(isKnown, "needs channels, rows and columns of fixed lengths");
    node.check(shape.rank() == 4, "the input should have 4 axes but is " + shape);
    return shape.extents().stream().skip(1).mapToLong(Extent::max).toArray();
  }

  /**
   * @param isDepthFirst channels vary fastest within the places of a block
   */
  private static List<ValueId> depthToSpace(OnnxNode node, boolean isDepthFirst) {
    long[] lengths = lengths(node);
    long size = blockSize(node);
    node.check(
        lengths[0] % (size * size) == 0,
        lengths[0] + " channels do not divide into blocks of " + size);
    long depth = lengths[0] / (size * size);
    Steps steps = new Steps(node);
    ValueId turned =
        isDepthFirst
            ? steps.transpose(
                reshape(node, node.operand(0), 0, size, size, depth, lengths[1], lengths[2]),
                0,
                3,
                4,
                1,
                5,
                2)
            : steps.transpose(
                reshape(node, node.operand(0), 0, depth, size, size, lengths[1], lengths[2]),
                0,
                1,
                4,
                2,
                5,
                3);
    return List.of(reshape(node, turned, 0, depth, lengths[1] * size, lengths[2] * size));
  }

  private static List<ValueId> spaceToDepth(OnnxNode node) {
    long[] lengths = lengths(node);
    long size = blockSize(node);
    node.check(
        lengths[1] % size == 0 && lengths[2] % size == 0,
        "the plane of " + node.shape(0) + " does not divide into blocks of " + size);
    long rows = lengths[1] / size;
    long columns = lengths[2] / size;
    ValueId split = reshape(node, node.operand(0), 0, lengths[0], rows, size, columns, size);
    ValueId turned = new Steps(node).transpose(split, 0, 3, 5, 1, 2, 4);
    return List.of(reshape(node, turned, 0, lengths[0] * size * size, rows, columns));
  }

  private static ValueId reshape(OnnxNode node, ValueId x, long... dims) {
    return new Steps(node).apply(new Reshape(false), x, node.constant("shape", dims));
  }
}
