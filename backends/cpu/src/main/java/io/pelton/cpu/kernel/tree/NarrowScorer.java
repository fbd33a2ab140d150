package io.pelton.cpu.kernel.tree;

import io.pelton.cpu.kernel.score.FeatureRows;
import io.pelton.engine.graph.ScoringOp.Aggregate;

/** Scores rows of {@code float} features, a block at a time. */
final class NarrowScorer extends RowScorer {
  /** With fewer rows than that part of the lanes it is quicker to walk. */
  private static final int LEAST_PART = 4;

  private final FeatureRows rows;
  private final int trees;
  private final Descent walk;

  /** Null where walking is best for any number of rows. */
  private final Descent lanes;

  private final SingleVotes single;
  private final int[] payloads;

  /** The target of all votes, where every leaf has one. */
  private final int onlyTarget;

  /** Null where every leaf has one vote for the same target. */
  private final Tally tally;

  /**
   * The block is that of rows {@code first} to {@code next - 1} out of those before {@code end}.
   */
  private int first;

  private int next;
  private int end;
  private float onlySum;

  /**
   * @param lanes for many rows; null where there is none
   */
  NarrowScorer(
      NarrowForest forest,
      Descent lanes,
      FeatureRows rows,
      Votes votes,
      Aggregate aggregate,
      int targets) {
    super(false, aggregate, forest.trees(), targets);
    this.rows = rows;
    this.trees = forest.trees();
    this.walk = new WalkingDescent(forest);
    this.lanes = lanes;
    int block = Math.max(walk.rows(), lanes == null ? 0 : lanes.rows());
    this.payloads = new int[block * trees];
    this.onlyTarget = votes.isSingle() ? votes.target(0) : -1;
    this.single = new SingleVotes(aggregate, trees, block);
    this.tally = votes.isSingle() ? null : Tally.of(votes, aggregate, targets, false);
  }

  @Override
  void open(int from, int end) {
    this.first = from;
    this.next = from;
    this.end = end;
  }

  @Override
  void score(int row) {
    if (row == next) {
      descend();
    }
    if (tally == null) {
      onlySum = single.combined(row - first);
      return;
    }
    tally.reset();
    int at = (row - first) * trees;
    for (int tree = 0; tree < trees; tree++) {
      tally.add(payloads[at + tree]);
    }
  }

  private void descend() {
    first = next;
    int rest = end - first;
    Descent descent = lanes != null && rest >= lanes.rows() / LEAST_PART ? lanes : walk;
    int count = Math.min(rest, descent.rows());
    descent.run(rows, first, count, payloads);
    if (tally == null) {
      single.combine(payloads, count);
    }
    next = first + count;
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
