package io.pelton.cpu.kernel.tree;

import io.pelton.cpu.kernel.score.FeatureRows;
import io.pelton.engine.graph.ScoringOp.Aggregate;

/**
 * Scores rows of {@code float} features with a {@link NarrowForest}, which takes them through a
 * block at a time: as many as have their keys in part of the L1 cache, and at least one.
 */
final class NarrowScorer extends RowScorer {
  private static final int KEYS_IN_CACHE = 1 << 11;
  private static final int MAX_BLOCK = 16;

  private final NarrowForest forest;
  private final FeatureRows rows;
  private final SingleVotes single;
  private final long[][] keys;
  private final int[] payloads;

  /** The target of all votes, where every leaf has one. */
  private final int onlyTarget;

  /** Null where every leaf has one vote for the same target. */
  private final Tally tally;

  /** The block is that of rows {@code first} to {@code next - 1} out of those before {@code end}. */
  private int first;

  private int next;
  private int end;
  private float onlySum;

  NarrowScorer(
      NarrowForest forest, FeatureRows rows, Votes votes, Aggregate aggregate, int targets) {
    super(false, aggregate, forest.trees(), targets);
    this.forest = forest;
    this.rows = rows;
    int length = forest.newKeys().length;
    this.keys = new long[Math.max(1, Math.min(MAX_BLOCK, KEYS_IN_CACHE / length))][length];
    this.payloads = new int[keys.length * forest.trees()];
    this.onlyTarget = votes.isSingle() ? votes.target(0) : -1;
    this.single = new SingleVotes(aggregate, forest.trees(), keys.length);
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
      walk();
    }
    if (tally == null) {
      onlySum = single.combined(row - first);
      return;
    }
    tally.reset();
    int at = (row - first) * forest.trees();
    for (int tree = 0; tree < forest.trees(); tree++) {
      tally.add(payloads[at + tree]);
    }
  }

  private void walk() {
    first = next;
    next = Math.min(end, first + keys.length);
    for (int row = first; row < next; row++) {
      rows.read(row);
      forest.read(rows.array(), rows.at(), keys[row - first]);
    }
    forest.walk(keys, next - first, payloads);
    if (tally == null) {
      single.combine(payloads, next - first);
    }
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
