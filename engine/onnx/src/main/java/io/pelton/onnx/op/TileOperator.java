package io.pelton.onnx.op;

import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp.ShapeOf;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Reshape;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;

/** Tile. */
final class TileOperator {
  /** More copies than that are refused. */
  private static final long MOST_COPIES = 1024;

  private TileOperator() {}

  static void addTo(OperatorFamily ops) {
    ops.add("Tile", 6, TileOperator::tile);
  }

  /**
   * Repeats that are known only when the model runs: an axis in front of each stretches, then both
   * are one.
   */
  private static List<ValueId> tileComputed(OnnxNode node) {
    int rank = node.rank(0);
    Steps steps = new Steps(node);
    ValueId shape = steps.apply(new ShapeOf(0, Long.MAX_VALUE), node.operand(0));
    ValueId both =
        steps.concat(1, List.of(steps.unsqueeze(node.operand(1), 1), steps.unsqueeze(shape, 1)));
    ValueId stretched =
        steps.expand(
            steps.unsqueeze(
                node.operand(0), LongStream.range(0, rank).map(axis -> 2 * axis).toArray()),
            steps.apply(new Reshape(false), both, node.constant("flat", 2L * rank)));
    ValueId lengths = steps.binary(OpKind.MUL, shape, node.operand(1));
    return List.of(steps.apply(new Reshape(true), stretched, lengths));
  }

  private static List<ValueId> tile(OnnxNode node) {
    node.expect(2);
    if (!node.hasFixedIntegers(1)) {
      return tileComputed(node);
    }
    long[] repeats = node.fixedIntegers(1, "'repeats'");
    node.check(
        repeats.length == node.rank(0), repeats.length + " repeats for input " + node.shape(0));
    Steps steps = new Steps(node);
    ValueId tiled = node.operand(0);
    for (int axis = 0; axis < repeats.length; axis++) {
      long copies = repeats[axis];
      node.check(copies >= 0, "'repeats' has the entry " + copies);
      node.support(copies <= MOST_COPIES, copies + " repeats are not supported");
      tiled =
          copies == 0
              ? steps.slice(tiled, axis, 0, 0)
              : steps.concat(axis, Collections.nCopies((int) copies, tiled));
    }
    return List.of(tiled);
  }
}
