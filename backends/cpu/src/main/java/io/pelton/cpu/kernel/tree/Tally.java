package io.pelton.cpu.kernel.tree;

import io.pelton.engine.graph.ScoringOp.Aggregate;

/** Counts the votes of a row, leaf by leaf. Used by one thread at a time. */
interface Tally {
  static Tally of(Votes votes, Aggregate aggregate, int targets, boolean isDouble) {
    return isDouble
        ? new DoubleTally(votes, aggregate, targets)
        : new FloatTally(votes, aggregate, targets);
  }

  void reset();

  void add(int leaf);

  /** The combined votes for a target, 0 without any, before it is averaged. */
  double sum(int target);

  boolean hasVotes(int target);
}
