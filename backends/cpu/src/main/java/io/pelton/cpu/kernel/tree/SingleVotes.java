package io.pelton.cpu.kernel.tree;

import io.pelton.engine.graph.ScoringOp.Aggregate;

/**
 * Combines votes of which every tree has one, all for the same target, tree after tree. Used by one
 * thread at a time.
 */
final class SingleVotes {
  private final Aggregate aggregate;
  private final int trees;
  private final float[] combined;

  SingleVotes(Aggregate aggregate, int trees, int rows) {
    this.aggregate = aggregate;
    this.trees = trees;
    this.combined = new float[rows];
  }

  /**
   * @param weights the bits of all trees' votes, row after row
   */
  void combine(int[] weights, int rows) {
    switch (aggregate) {
      case SUM, AVERAGE -> {
        int row = 0;
        for (; row + 4 <= rows; row += 4) {
          sumFour(weights, row);
        }
        for (; row < rows; row++) {
          combined[row] = sum(weights, row * trees);
        }
      }
      case MIN -> {
        for (int row = 0; row < rows; row++) {
          combined[row] = min(weights, row * trees);
        }
      }
      case MAX -> {
        for (int row = 0; row < rows; row++) {
          combined[row] = max(weights, row * trees);
        }
      }
    }
  }

  /** The combined votes of a row. */
  float combined(int row) {
    return combined[row];
  }

  /** Four rows at a time, because a sum waits for the one before. */
  private void sumFour(int[] weights, int row) {
    int a = row * trees;
    int b = a + trees;
    int c = b + trees;
    int d = c + trees;
    float first = 0;
    float second = 0;
    float third = 0;
    float fourth = 0;
    for (int tree = 0; tree < trees; tree++) {
      first += Float.intBitsToFloat(weights[a + tree]);
      second += Float.intBitsToFloat(weights[b + tree]);
      third += Float.intBitsToFloat(weights[c + tree]);
      fourth += Float.intBitsToFloat(weights[d + tree]);
    }
    combined[row] = first;
    combined[row + 1] = second;
    combined[row + 2] = third;
    combined[row + 3] = fourth;
  }

  private float sum(int[] weights, int at) {
    float sum = 0;
    for (int tree = 0; tree < trees; tree++) {
      sum += Float.intBitsToFloat(weights[at + tree]);
    }
    return sum;
  }

  private float min(int[] weights, int at) {
    float min = Float.intBitsToFloat(weights[at]);
    for (int tree = 1; tree < trees; tree++) {
      float weight = Float.intBitsToFloat(weights[at + tree]);
      min = weight < min ? weight : min;
    }
    return min;
  }

  private float max(int[] weights, int at) {
    float max = Float.intBitsToFloat(weights[at]);
    for (int tree = 1; tree < trees; tree++) {
      float weight = Float.intBitsToFloat(weights[at + tree]);
      max = weight > max ? weight : max;
    }
    return max;
  }
}
