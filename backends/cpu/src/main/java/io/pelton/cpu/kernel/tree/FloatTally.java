package io.pelton.cpu.kernel.tree;

import io.pelton.engine.graph.ScoringOp.Aggregate;
import java.util.Arrays;

/** Sums in {@code float}. */
final class FloatTally implements Tally {
  private final Votes votes;
  private final Aggregate aggregate;
  private final float[] sums;
  private final boolean[] hasVotes;

  FloatTally(Votes votes, Aggregate aggregate, int targets) {
    this.votes = votes;
    this.aggregate = aggregate;
    this.sums = new float[targets];
    this.hasVotes = new boolean[targets];
  }

  @Override
  public void reset() {
    Arrays.fill(sums, 0);
    Arrays.fill(hasVotes, false);
  }

  @Override
  public void add(int leaf) {
    int end = votes.end(leaf);
    for (int vote = votes.start(leaf); vote < end; vote++) {
      int target = votes.target(vote);
      sums[target] = combine(sums[target], votes.floatWeight(vote), hasVotes[target]);
      hasVotes[target] = true;
    }
  }

  private float combine(float sum, float weight, boolean hasVotes) {
    return switch (aggregate) {
      case SUM, AVERAGE -> sum + weight;
      case MIN -> !hasVotes || weight < sum ? weight : sum;
      case MAX -> !hasVotes || weight > sum ? weight : sum;
    };
  }

  @Override
  public double sum(int target) {
    return sums[target];
  }

  @Override
  public boolean hasVotes(int target) {
    return hasVotes[target];
  }
}
