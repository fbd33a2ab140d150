package io.pelton.cpu.kernel.tree;

import io.pelton.cpu.block.DoubleBlocks;
import io.pelton.cpu.kernel.score.FeatureRows;
import io.pelton.engine.graph.ScoringOp.Aggregate;

/**
 * Scores rows with a {@link WideForest}: rows of {@code double} features, or of {@code float} ones,
 * which compare alike once widened.
 */
final class WideScorer extends RowScorer {
  private final WideForest forest;
  private final DoubleBlocks doubles;
  private final int columns;
  private final FeatureRows floats;
  private final long[] keys;
  private final int[] leaves;
  private final Tally tally;

  private WideScorer(
      WideForest forest,
      DoubleBlocks doubles,
      int columns,
      FeatureRows floats,
      Votes votes,
      Aggregate aggregate,
      int targets) {
    super(floats == null, aggregate, forest.trees(), targets);
    this.forest = forest;
    this.doubles = doubles;
    this.columns = columns;
    this.floats = floats;
    this.keys = forest.newKeys();
    this.leaves = forest.newLeaves();
    this.tally = Tally.of(votes, aggregate, targets, floats == null);
  }

  static WideScorer ofDoubles(
      WideForest forest,
      DoubleBlocks rows,
      int columns,
      Votes votes,
      Aggregate aggregate,
      int targets) {
    return new WideScorer(forest, rows, columns, null, votes, aggregate, targets);
  }

  static WideScorer ofFloats(
      WideForest forest, FeatureRows rows, Votes votes, Aggregate aggregate, int targets) {
    return new WideScorer(forest, null, rows.columns(), rows, votes, aggregate, targets);
  }

  @Override
  void open(int from, int end) {
    // rows are scored one by one
  }

  @Override
  void score(int row) {
    readKeys(row);
    forest.walk(keys, leaves);
    tally.reset();
    for (int tree = 0; tree < forest.trees(); tree++) {
      tally.add(forest.leaf(tree, leaves));
    }
  }

  private void readKeys(int row) {
    if (floats != null) {
      floats.read(row);
      forest.read(floats.array(), floats.at(), keys);
      return;
    }
    if (columns > 0) {
      doubles.read(row * columns, columns);
    }
    forest.read(doubles.array(), doubles.at(), keys);
  }

  @Override
  double sum(int target) {
    return tally.sum(target);
  }

  @Override
  boolean hasVotes(int target) {
    return tally.hasVotes(target);
  }
}
