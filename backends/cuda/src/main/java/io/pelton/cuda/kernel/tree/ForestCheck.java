package io.pelton.cuda.kernel.tree;

import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.Forest;
import io.pelton.engine.graph.Forest.Node;
import io.pelton.engine.graph.Forest.Vote;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Function;

/** Refuses forests on which a kernel would leave its tables or never come to a leaf. */
final class ForestCheck {
  private static final byte OPEN = 1;
  private static final byte DONE = 2;

  private final Forest forest;
  private final Function<String, InvalidOp> invalid;
  private final byte[] states;

  private ForestCheck(Forest forest, Function<String, InvalidOp> invalid) {
    this.forest = forest;
    this.invalid = invalid;
    this.states = new byte[forest.nodes().size()];
  }

  /**
   * @param targets that votes may be for
   * @param maxFeature the highest column that packed nodes have room for
   * @param invalid makes the error
   */
  static void run(Forest forest, int targets, int maxFeature, Function<String, InvalidOp> invalid) {
    ForestCheck check = new ForestCheck(forest, invalid);
    check.checkNodes(targets, maxFeature);
    for (int tree = 0; tree < forest.roots().size(); tree++) {
      check.checkTree(tree);
    }
  }

  private void checkNodes(int targets, int maxFeature) {
    int count = forest.nodes().size();
    for (int index = 0; index < count; index++) {
      Node node = forest.nodes().get(index);
      for (Vote vote : node.votes()) {
        if (vote.target() < 0 || vote.target() >= targets) {
          throw invalid.apply("a leaf votes for target " + vote.target() + " of " + targets);
        }
      }
      if (node.isLeaf()) {
        continue;
      }
      if (node.feature() < 0 || node.feature() > maxFeature) {
        throw invalid.apply("node " + index + " compares feature " + node.feature());
      }
      checkSuccessor(index, node.whenTrue());
      checkSuccessor(index, node.whenFalse());
    }
  }

  private void checkSuccessor(int index, int next) {
    if (next < 0 || next >= states.length) {
      throw invalid.apply(
          "node " + index + " leads to " + next + ", which is not one of the " + states.length);
    }
  }

  /** Goes depth first; a node that is met while what is below it is still open closes a cycle. */
  private void checkTree(int tree) {
    int root = forest.roots().get(tree);
    if (root < 0 || root >= states.length) {
      throw invalid.apply("root " + root + " is not one of the " + states.length + " nodes");
    }
    Deque<Integer> path = new ArrayDeque<>();
    path.push(root);
    while (!path.isEmpty()) {
      int index = path.peek();
      Node node = forest.nodes().get(index);
      if (states[index] != 0 || node.isLeaf()) {
        states[index] = DONE;
        path.pop();
        continue;
      }
      states[index] = OPEN;
      for (int next : new int[] {node.whenTrue(), node.whenFalse()}) {
        if (states[next] == OPEN) {
          throw invalid.apply("tree " + tree + " has a cycle");
        }
        if (states[next] != DONE) {
          path.push(next);
        }
      }
    }
  }
}
