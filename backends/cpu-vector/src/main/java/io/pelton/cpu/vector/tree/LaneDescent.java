package io.pelton.cpu.vector.tree;

import io.pelton.cpu.kernel.score.FeatureRows;
import io.pelton.cpu.kernel.tree.Descent;
import io.pelton.cpu.kernel.tree.LaneForest;
import java.util.Arrays;

/** Compares all nodes of a tree for a vector of rows, then the next tree's. */
final class LaneDescent implements Descent {
  private static final int LANES = Paths.LANES;

  private final LaneForest forest;
  private final int[] keys;
  private final byte[] ranks;
  private final byte[] paths;
  private final byte[] leaves;

  LaneDescent(LaneForest forest) {
    this.forest = forest;
    this.keys = forest.newKeys(LANES);
    this.ranks = forest.newRanks(LANES);
    this.leaves = new byte[LANES * forest.depth()];
    this.paths = new byte[LANES << forest.depth()];
    Arrays.fill(paths, 0, LANES, (byte) -1);
  }

  @Override
  public int rows() {
    return LANES;
  }

  @Override
  public void run(FeatureRows rows, int first, int count, int[] payloads) {
    forest.rank(rows, first, count, LANES, keys, ranks);
    for (int tree = 0; tree < forest.trees(); tree++) {
      descend(tree * ((1 << forest.depth()) - 1));
      collect(tree, count, payloads);
    }
  }

  /**
   * @param at where the tree's nodes start
   */
  private void descend(int at) {
    int depth = forest.depth();
    for (int level = 0; level < depth; level += 2) {
      Paths.split(
          forest.entries(), forest.indices(), at, level, depth - level - 2, ranks, paths, leaves);
    }
    Paths.join(leaves, depth);
  }

  private void collect(int tree, int count, int[] payloads) {
    int[] source = forest.payloads();
    int from = tree << forest.depth();
    int trees = forest.trees();
    int to = tree;
    for (int row = 0; row < count; row++) {
      payloads[to] = source[from + (leaves[row] & 0xff)];
      to += trees;
    }
  }
}
