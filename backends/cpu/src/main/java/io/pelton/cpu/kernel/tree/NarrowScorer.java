package io.pelton.cpu.kernel.tree;

import io.pelton.cpu.kernel.score.FeatureRows;
import io.pelton.engine.graph.ScoringOp.Aggregate;

/** Scores rows of {@code float} features with a {@link NarrowForest}. */
final class NarrowScorer extends RowScorer {
  private final NarrowForest forest;
  private final FeatureRows rows;
  private final Aggregate aggregate;
  private final int[] keys;
  private final int[] leaves;

  /** The target of all votes, where every leaf has one. */
  private final int onlyTarget;

  private float onlySum;

  /** Null where every leaf has one vote for the same target. */
  private final Tally tally;

  NarrowScorer(
      NarrowForest forest, FeatureRows rows, Votes votes, Aggregate aggregate, int targets) {
    super(false, aggregate, forest.trees(), targets);
    this.forest = forest;
    this.rows = rows;
    this.aggregate = aggregate;
    this.keys = forest.newKeys();
    this.leaves = forest.newLeaves();
    this.onlyTarget = votes.isSingle() ? votes.target(0) : -1;
    this.tally = votes.isSingle() ? null : Tally.of(votes, aggregate, targets, false);
  }

  @Override
  void score(int row) {
    rows.read(row);
    forest.read(rows.array(), rows.at(), keys);
    forest.walk(keys, leaves);
    if (tally == null) {
      onlySum = combine();
      return;
    }
    tally.reset();
    for (int tree = 0; tree < forest.trees(); tree++) {
      tally.add(forest.payload(tree, leaves));
    }
  }

  private float combine() {
    return switch (aggregate) {
      case SUM, AVERAGE -> {
        float sum = 0;
        for (int tree = 0; tree < forest.trees(); tree++) {
          sum += weight(tree);
        }
        yield sum;
      }
      case MIN -> {
        float min = weight(0);
        for (int tree = 1; tree < forest.trees(); tree++) {
          float weight = weight(tree);
          min = weight < min ? weight : min;
        }
        yield min;
      }
      case MAX -> {
        float max = weight(0);
        for (int tree = 1; tree < forest.trees(); tree++) {
          float weight = weight(tree);
          max = weight > max ? weight : max;
        }
        yield max;
      }
    };
  }

  private float weight(int tree) {
    return Float.intBitsToFloat(forest.payload(tree, leaves));
  }

  @Override
  double sum(int target) {
    if (tally != null) {
      return tally.sum(target);
    }
    return target == onlyTarget ? onlySum : 0;
  }

  @Override
  boolean hasVotes(int target) {
    return tally == null ? target == onlyTarget : tally.hasVotes(target);
  }
}
