package io.pelton.cpu.kernel.tree;

import io.pelton.engine.graph.Forest;
import io.pelton.engine.graph.Forest.Node;
import io.pelton.engine.graph.Forest.Vote;
import io.pelton.engine.graph.ScoringOp.Aggregate;
import java.util.List;

/** Trees walked one by one, in the words of the operator's definition. */
final class NaiveForest {
  private final Forest forest;
  private final int targets;
  private final boolean inDouble;

  /**
   * @param inDouble sums are double
   */
  NaiveForest(Forest forest, int targets, boolean inDouble) {
    this.forest = forest;
    this.targets = targets;
    this.inDouble = inDouble;
  }

  private Node leaf(int root, double[] row) {
    Node node = forest.nodes().get(root);
    while (!node.isLeaf()) {
      node =
          forest
              .nodes()
              .get(isTrue(node, row[node.feature()]) ? node.whenTrue() : node.whenFalse());
    }
    return node;
  }

  private static boolean isTrue(Node node, double x) {
    double threshold = node.threshold();
    boolean holds =
        switch (node.mode()) {
          case LEQ -> x <= threshold;
          case LT -> x < threshold;
          case GTE -> x >= threshold;
          case GT -> x > threshold;
          case EQ -> x == threshold;
          case NEQ -> x != threshold;
          case LEAF -> throw new AssertionError();
        };
    return holds || (Double.isNaN(x) && node.missingIsTrue());
  }

  /** The targets' scores, before any post transform, rounded to float. */
  float[] score(double[] row, Aggregate aggregate, double[] base) {
    double[] sums = new double[targets];
    boolean[] hasVotes = new boolean[targets];
    for (int root : forest.roots()) {
      for (Vote vote : leaf(root, row).votes()) {
        int target = vote.target();
        double sum = sums[target];
        double weight = vote.weight();
        boolean isFirst = !hasVotes[target];
        sums[target] =
            switch (aggregate) {
              case SUM, AVERAGE -> round(sum + weight);
              case MIN -> isFirst ? weight : Math.min(sum, weight);
              case MAX -> isFirst ? weight : Math.max(sum, weight);
            };
        hasVotes[target] = true;
      }
    }
    float[] scores = new float[targets];
    for (int target = 0; target < targets; target++) {
      double sum = sums[target];
      if (aggregate == Aggregate.AVERAGE) {
        sum = round(sum / forest.roots().size());
      }
      scores[target] = (float) round(sum + base[target]);
    }
    return scores;
  }

  /** The targets that any tree votes for, ascending. */
  List<Integer> voted(double[] row) {
    return forest.roots().stream()
        .flatMap(root -> leaf(root, row).votes().stream())
        .map(Vote::target)
        .distinct()
        .sorted()
        .toList();
  }

  private double round(double value) {
    return inDouble ? value : (float) value;
  }
}
