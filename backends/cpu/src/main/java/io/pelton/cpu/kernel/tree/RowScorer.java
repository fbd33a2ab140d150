package io.pelton.cpu.kernel.tree;

import io.pelton.cpu.block.DoubleBlocks;
import io.pelton.cpu.kernel.score.FeatureRows;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.Forest;
import io.pelton.engine.graph.ScoringOp.Aggregate;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import java.util.function.Function;

/**
 * The votes of all trees for one row at a time. Everything is {@code float} where neither the
 * forest nor the input is wider, and {@code double} otherwise: a double is never rounded to be
 * compared. Used by one thread at a time; scoring allocates nothing.
 */
abstract sealed class RowScorer permits NarrowScorer, WideScorer {
  private final boolean isDouble;
  private final Aggregate aggregate;
  private final int trees;
  private final int targets;

  RowScorer(boolean isDouble, Aggregate aggregate, int trees, int targets) {
    this.isDouble = isDouble;
    this.aggregate = aggregate;
    this.trees = trees;
    this.targets = targets;
  }

  static RowScorer of(
      NodeSpec node,
      Forest forest,
      Votes votes,
      int targets,
      Aggregate aggregate,
      Operand in,
      Descents descents) {
    Function<String, InvalidOp> invalid = node.inference()::invalid;
    if (forest.isDouble() || in.dtype() == DType.F64) {
      WideForest wide =
          node.prepared(node.op(), WideForest.class, () -> PackedForest.doubles(forest, invalid));
      DoubleBlocks rows = DoubleBlocks.of(in, in.layout(), FeatureRows.columns(in));
      return WideScorer.ofDoubles(wide, rows, FeatureRows.columns(in), votes, aggregate, targets);
    }
    PackedForest packed =
        node.prepared(
            node.op(), PackedForest.class, () -> PackedForest.floats(forest, votes, invalid));
    FeatureRows rows = FeatureRows.of(in);
    return packed instanceof NarrowForest narrow
        ? new NarrowScorer(
            narrow, lanes(node, forest, votes, descents), rows, votes, aggregate, targets)
        : WideScorer.ofFloats((WideForest) packed, rows, votes, aggregate, targets);
  }

  /** Null where walking is quicker. */
  private static Descent lanes(NodeSpec node, Forest forest, Votes votes, Descents descents) {
    if (descents.lanes() == 0) {
      return null;
    }
    LaneForest packed =
        node.prepared(
            node.op(),
            LaneForest.class,
            () -> PackedForest.lanes(forest, votes, descents.lanes(), node.inference()::invalid));
    return packed.trees() == 0 ? null : descents.of(packed);
  }

  /** Says which rows are scored next, in order. */
  abstract void open(int from, int end);

  /** Scores a row; the other methods tell the result. */
  abstract void score(int row);

  /** The combined votes for a target; 0 without any. */
  abstract double sum(int target);

  abstract boolean hasVotes(int target);

  int targets() {
    return targets;
  }

  /** Rounds to the precision that sums have. */
  final double round(double value) {
    return isDouble ? value : (float) value;
  }

  /** The aggregated votes for a target and its base value. */
  final double score(int target, double base) {
    double votes = sum(target);
    if (aggregate == Aggregate.AVERAGE) {
      votes = round(votes / trees);
    }
    return round(votes + base);
  }
}
