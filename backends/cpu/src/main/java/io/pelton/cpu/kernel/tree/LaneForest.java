package io.pelton.cpu.kernel.tree;

import io.pelton.cpu.kernel.score.FeatureRows;
import io.pelton.engine.kernel.PackedWeights;
import java.util.Arrays;

/**
 * Trees of one small, even depth, complete: for comparing all nodes of a tree, each for many rows
 * in one instruction, which pays while nodes are few. A leaf that comes early is repeated below.
 * Node n of a tree leads to nodes {@code 2n + 1} and {@code 2n + 2}. Immutable, shared between
 * executables.
 *
 * <p>Features are ranks in a byte each ({@link RankTable}); a node leads to the second successor
 * where its feature's rank is above its index.
 */
public final class LaneForest implements PackedWeights {
  /** Of trees: a leaf's number within a tree is a byte. */
  private static final int MAX_DEPTH = 8;

  /** Of the ranks of all lanes, which are read again and again. */
  private static final int MAX_RANK_BYTES = 1 << 18;

  /** Nodes that lanes compare in the time of one step of a walk. */
  private static final double NODES_A_STEP = 1.5;

  private static final LaneForest NONE =
      new LaneForest(0, 0, null, new int[0], new byte[0], new int[0]);

  private final int trees;
  private final int depth;
  private final RankTable ranks;
  private final int[] entries;
  private final byte[] indices;
  private final int[] payloads;

  private LaneForest(
      int trees, int depth, RankTable ranks, int[] entries, byte[] indices, int[] payloads) {
    this.trees = trees;
    this.depth = depth;
    this.ranks = ranks;
    this.entries = entries;
    this.indices = indices;
    this.payloads = payloads;
  }

  /**
   * @param tests those of the layout, in {@code float} keys
   * @return without trees where walking is quicker
   */
  static LaneForest of(ForestLayout layout, Comparisons tests, Votes votes, int lanes) {
    int longest = Arrays.stream(layout.depths()).max().orElse(0);
    int depth = longest + (longest & 1);
    if (depth == 0 || depth > MAX_DEPTH || 1 << depth > NODES_A_STEP * longest * lanes) {
      return NONE;
    }
    RankTable ranks = RankTable.of(layout, tests);
    if (ranks.entries() * lanes > MAX_RANK_BYTES) {
      return NONE;
    }
    int trees = layout.roots().length;
    int inner = (1 << depth) - 1;
    LaneForest forest =
        new LaneForest(
            trees,
            depth,
            ranks,
            new int[trees * inner],
            new byte[trees * inner],
            new int[trees << depth]);
    for (int tree = 0; tree < trees; tree++) {
      forest.place(layout, tests, votes, tree, 0, layout.roots()[tree]);
    }
    return forest;
  }

  private void place(
      ForestLayout layout, Comparisons tests, Votes votes, int tree, int node, int from) {
    int inner = (1 << depth) - 1;
    int test = layout.test(from);
    boolean isLeaf = tests.isLeaf(test);
    if (node >= inner) {
      payloads[(tree << depth) + node - inner] = NarrowForest.payload(test >> 1, votes);
      return;
    }
    if (!isLeaf) {
      int place = ranks.place(tests, test);
      entries[tree * inner + node] = place >> 16;
      indices[tree * inner + node] = (byte) place;
    }
    int next = layout.successor(from);
    place(layout, tests, votes, tree, 2 * node + 1, next);
    place(layout, tests, votes, tree, 2 * node + 2, isLeaf ? next : next + 1);
  }

  @Override
  public long byteLength() {
    return 4L * (entries.length + payloads.length)
        + indices.length
        + (ranks == null ? 0 : ranks.byteLength());
  }

  public int trees() {
    return trees;
  }

  /** A multiple of 2, and at least 2. */
  public int depth() {
    return depth;
  }

  /** The entry of the row's ranks that node n of a tree compares, tree after tree. */
  public int[] entries() {
    return entries;
  }

  /** The index that node n of a tree compares with. */
  public byte[] indices() {
    return indices;
  }

  /** What is at the {@code 1 << depth} leaves of a tree, tree after tree. */
  public int[] payloads() {
    return payloads;
  }

  /** An array for the keys of some rows, which are on the way to their ranks. */
  public int[] newKeys(int lanes) {
    return new int[lanes * ranks.features()];
  }

  /** An array for the ranks of some rows. */
  public byte[] newRanks(int lanes) {
    return new byte[lanes * ranks.entries()];
  }

  /**
   * Ranks some rows' features.
   *
   * @param lanes a multiple of 8, and at least {@code count}
   * @param into receives entry e of row r at {@code e * lanes + r}
   */
  public void rank(FeatureRows rows, int first, int count, int lanes, int[] keys, byte[] into) {
    ranks.rank(rows, first, count, lanes, keys, into);
  }
}
