package io.pelton.cpu.kernel.tree;

import java.util.Optional;

/**
 * Nodes in one {@code long} each: the bound as a {@code float} key in the upper half, the step to
 * the successors in 16 bits, the entry of the row's keys in the lowest 16. A leaf has its payload
 * in place of the bound, steps by 0 and reads the entry that is below all bounds, so that it leads
 * to itself.
 */
final class NarrowForest implements PackedForest {
  private static final int MAX_FIELD = 0xffff;

  /** Levels between two looks at whether all trees of a group have come to a leaf. */
  private static final int STRETCH = 8;

  private final long[] nodes;
  private final int[] columns;
  private final TreeGroups groups;

  private NarrowForest(long[] nodes, int[] columns, TreeGroups groups) {
    this.nodes = nodes;
    this.columns = columns;
    this.groups = groups;
  }

  /**
   * @param tests those of the layout, in {@code float} keys
   * @param votes the payload of a leaf is its weight's bits if votes are {@link Votes#isSingle},
   *     else its index
   * @return empty where a tree or the features in use are too many for the fields
   */
  static Optional<NarrowForest> of(ForestLayout layout, Comparisons tests, Votes votes) {
    if (2 * layout.columns().length > MAX_FIELD || layout.reach() > MAX_FIELD) {
      return Optional.empty();
    }
    long[] nodes = new long[layout.places()];
    for (int place = 0; place < nodes.length; place++) {
      int test = layout.test(place);
      long high = tests.isLeaf(test) ? payload(test >> 1, votes) : tests.bound(test);
      nodes[place] =
          (high << 32) | ((long) (layout.successor(place) - place) << 16) | layout.entry(place);
    }
    return Optional.of(new NarrowForest(nodes, layout.columns(), TreeGroups.of(layout)));
  }

  private static int payload(int leaf, Votes votes) {
    return votes.isSingle() ? Float.floatToRawIntBits(votes.floatWeight(votes.start(leaf))) : leaf;
  }

  @Override
  public long byteLength() {
    return 8L * nodes.length + 4L * columns.length + groups.byteLength();
  }

  int trees() {
    return groups.positions().length;
  }

  /** An array for the keys of one row. */
  int[] newKeys() {
    return new int[2 * columns.length + 1];
  }

  /** An array for the leaves of one row. */
  int[] newLeaves() {
    return new int[groups.roots().length];
  }

  /** Fills the keys from a row's features, which start at {@code at}. */
  void read(float[] row, int at, int[] keys) {
    for (int i = 0; i < columns.length; i++) {
      float x = row[at + columns[i]];
      int key = OrderedKeys.of(x);
      keys[2 * i] = key;
      keys[2 * i + 1] = Float.isNaN(x) ? OrderedKeys.NAN_FIRST : key;
    }
    keys[2 * columns.length] = OrderedKeys.NAN_FIRST;
  }

  /** Walks all trees; {@link #payload} tells what is at the leaves. */
  void walk(int[] keys, int[] leaves) {
    for (int group = 0; group < groups.count(); group++) {
      walk(keys, leaves, group * TreeGroups.SIZE, groups.depth(group));
    }
  }

  /** The payload of the leaf that was found in a tree. */
  int payload(int tree, int[] leaves) {
    return (int) (nodes[leaves[groups.positions()[tree]]] >> 32);
  }

  private void walk(int[] keys, int[] leaves, int from, int depth) {
    long[] nodes = this.nodes;
    int[] roots = groups.roots();
    int a = roots[from];
    int b = roots[from + 1];
    int c = roots[from + 2];
    int d = roots[from + 3];
    int e = roots[from + 4];
    int f = roots[from + 5];
    int g = roots[from + 6];
    int h = roots[from + 7];
    int rest = depth;
    while (rest > 0) {
      int levels = Math.min(rest, STRETCH);
      for (int level = 0; level < levels; level++) {
        a += step(nodes[a], keys);
        b += step(nodes[b], keys);
        c += step(nodes[c], keys);
        d += step(nodes[d], keys);
        e += step(nodes[e], keys);
        f += step(nodes[f], keys);
        g += step(nodes[g], keys);
        h += step(nodes[h], keys);
      }
      rest -= levels;
      if (rest > 0
          && areLeaves(
              nodes[a] | nodes[b] | nodes[c] | nodes[d] | nodes[e] | nodes[f] | nodes[g]
                  | nodes[h])) {
        break;
      }
    }
    leaves[from] = a;
    leaves[from + 1] = b;
    leaves[from + 2] = c;
    leaves[from + 3] = d;
    leaves[from + 4] = e;
    leaves[from + 5] = f;
    leaves[from + 6] = g;
    leaves[from + 7] = h;
  }

  /** The difference's sign bit, in place of a branch: 1 where the key is above the bound. */
  private static int step(long node, int[] keys) {
    long difference = (node >> 32) - keys[(int) node & MAX_FIELD];
    return ((int) node >>> 16) + (int) (difference >>> 63);
  }

  private static boolean areLeaves(long joined) {
    return ((int) joined >>> 16) == 0;
  }
}
