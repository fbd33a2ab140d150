package io.pelton.cuda.kernel.tree;

import io.pelton.cuda.kernel.DeviceTables;
import io.pelton.cuda.kernel.score.Codes;
import io.pelton.cuda.kernel.score.Finish;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.Forest;
import io.pelton.engine.graph.ScoringOp.Aggregate;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import java.util.Locale;

/**
 * A forest's launch: every block scores a few rows.
 *
 * @param targets that leaves vote for
 */
record ForestLaunch(Forest forest, int targets, Aggregate aggregate, Finish finish) {
  /** The file of this family's kernels. */
  private static final String MODULE = "tree";

  private static final int MAX_ROWS = 32;

  /** Beside the leaves that the threads find. */
  private static final int SHARED_BYTES = 32 << 10;

  /**
   * @param base for each target, added to the votes
   * @param labelValues of the classes, empty for a regressor
   * @param labels written by a classifier; null for a regressor
   */
  Call bind(
      NodeSpec node,
      Operand in,
      double[] base,
      long[] labelValues,
      Operand labels,
      Operand scores) {
    boolean isDouble = PackedForest.isDouble(forest, in.dtype());
    PackedForest packed = PackedForest.of(node, forest, isDouble);
    DeviceTables outputs =
        node.prepared(
            node.op(),
            DeviceTables.class,
            () ->
                DeviceTables.of(
                    node,
                    Tensor.of(base, base.length),
                    Tensor.of(labelValues, labelValues.length)));
    Layout layout = in.layout();
    int columns = Math.toIntExact(layout.dim(layout.rank() - 1));
    int count = layout.rank() == 1 ? 1 : Math.toIntExact(layout.dim(0));
    int perTarget = (isDouble ? Double.BYTES : Float.BYTES) + 1;
    int rows = rows(node, count, perTarget);
    LaunchBuilder launch =
        new LaunchBuilder(node, MODULE, function(in.dtype(), isDouble, scores.dtype()))
            .pointer(in)
            .pointer(labels)
            .pointer(scores)
            .i32(columns)
            .extent(count);
    packed.putTables(launch);
    outputs.put(launch, 0);
    outputs
        .put(launch, 1)
        .i32(packed.trees())
        .i32(targets)
        .i32(packed.onlyTarget())
        .i32(Codes.of(aggregate));
    int shared = rows * targets * perTarget;
    return finish
        .put(launch)
        .i32(rows)
        .over(Geometry.blocks(((long) count + rows - 1) / rows, Geometry.BLOCK).sharing(shared));
  }

  /** Rows of a block: a power of two for which there is room. */
  private int rows(NodeSpec node, int count, int perTarget) {
    int rows = MAX_ROWS;
    while (rows > 1 && (rows / 2 >= count || (long) rows * targets * perTarget > SHARED_BYTES)) {
      rows /= 2;
    }
    node.inference()
        .check(
            (long) targets * perTarget <= SHARED_BYTES,
            "has "
                + targets
                + " targets, but forests on a CUDA device have at most "
                + SHARED_BYTES / perTarget
                + "; place the node on the host");
    return rows;
  }

  private static String function(DType features, boolean isDouble, DType scores) {
    String name = scores == DType.F64 ? "ensemble" : "forest";
    return (name + "_" + features.name() + (isDouble ? "_f64" : "_f32")).toLowerCase(Locale.ROOT);
  }
}
