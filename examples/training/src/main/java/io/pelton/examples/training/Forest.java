package io.pelton.examples.training;

import java.util.List;

/**
 * A boosted ensemble for one binary target: the probability of the positive class is the sigmoid of
 * {@code baseMargin} plus one leaf per tree.
 *
 * @param baseMargin logit of the booster's base score
 */
record Forest(float baseMargin, List<Tree> trees) {

  /**
   * One tree, its root at node 0.
   *
   * @param left child when {@code feature < value}, or -1 where the node is a leaf
   * @param right child when not
   * @param feature column compared
   * @param value threshold of a split, or the weight of a leaf
   * @param missingGoesLeft whether {@code NaN} takes the left child
   */
  record Tree(int[] left, int[] right, int[] feature, float[] value, boolean[] missingGoesLeft) {
    int nodes() {
      return left.length;
    }

    boolean isLeaf(int node) {
      return left[node] < 0;
    }
  }

  int nodes() {
    return trees.stream().mapToInt(Tree::nodes).sum();
  }
}
