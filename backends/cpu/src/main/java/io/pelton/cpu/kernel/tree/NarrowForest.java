package io.pelton.cpu.kernel.tree;

import java.util.Optional;

/**
 * Nodes in one {@code long} each: the bound as a {@code float} key from bit 31 up, the place of the
 * successors in 20 bits, the entry of the row's keys in the lowest 11. Keys are shifted as bounds
 * are, so that a node minus a key is negative where the key is above the bound, whatever the lower
 * bits. A leaf has its payload in place of the bound, leads to its own place and reads the entry
 * that is below all bounds.
 *
 * <p>The lengths of both arrays are powers of two: an index that is masked by the length less one
 * is never checked.
 */
final class NarrowForest implements PackedForest {
  private static final int BOUND_SHIFT = 31;
  private static final int ENTRY_BITS = 11;
  private static final int MAX_ENTRIES = 1 << ENTRY_BITS;
  private static final int MAX_PLACES = 1 << (BOUND_SHIFT - ENTRY_BITS);

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
   * @return empty where the nodes or the features in use are too many for the fields
   */
  static Optional<NarrowForest> of(ForestLayout layout, Comparisons tests, Votes votes) {
    if (entries(layout.columns()) > MAX_ENTRIES || layout.places() > MAX_PLACES) {
      return Optional.empty();
    }
    long[] nodes = new long[powerOfTwo(layout.places())];
    for (int place = 0; place < layout.places(); place++) {
      int test = layout.test(place);
      long high = tests.isLeaf(test) ? payload(test >> 1, votes) : tests.bound(test);
      nodes[place] =
          (high << BOUND_SHIFT)
              | ((long) layout.successor(place) << ENTRY_BITS)
              | layout.entry(place);
    }
    return Optional.of(new NarrowForest(nodes, layout.columns(), TreeGroups.of(layout)));
  }

  /**
   * What stands for a leaf: its weight's bits if votes are {@link Votes#isSingle}, else its index.
   */
  static int payload(int leaf, Votes votes) {
    return votes.isSingle() ? Float.floatToRawIntBits(votes.floatWeight(votes.start(leaf))) : leaf;
  }

  private static int entries(int[] columns) {
    return 2 * columns.length + 1;
  }

  private static int powerOfTwo(int least) {
    return least <= 1 ? 1 : Integer.highestOneBit(least - 1) << 1;
  }

  @Override
  public long byteLength() {
    return 8L * nodes.length + 4L * columns.length + groups.byteLength();
  }

  int trees() {
    return groups.positions().length;
  }

  /** An array for the keys of one row. */
  long[] newKeys() {
    return new long[powerOfTwo(entries(columns))];
  }

  /** Fills the keys from a row's features, which start at {@code at}. */
  void read(float[] row, int at, long[] keys) {
    for (int i = 0; i < columns.length; i++) {
      float x = row[at + columns[i]];
      long key = (long) OrderedKeys.of(x) << BOUND_SHIFT;
      keys[2 * i] = key;
      keys[2 * i + 1] = Float.isNaN(x) ? (long) OrderedKeys.NAN_FIRST << BOUND_SHIFT : key;
    }
    keys[2 * columns.length] = (long) OrderedKeys.NAN_FIRST << BOUND_SHIFT;
  }

  /**
   * Takes some rows through all trees, eight trees at a time, which stay in the L1 cache meanwhile.
   *
   * @param keys by row
   * @param payloads receives those of all trees, in file order, row after row
   */
  void walk(long[][] keys, int rows, int[] payloads) {
    for (int group = 0; group < groups.count(); group++) {
      int from = group * TreeGroups.SIZE;
      int depth = groups.depth(group);
      for (int row = 0; row < rows; row++) {
        walk(keys[row], from, depth, payloads, row * trees());
      }
    }
  }

  private void walk(long[] keys, int from, int depth, int[] payloads, int to) {
    long[] nodes = this.nodes;
    int mask = nodes.length - 1;
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
        a = next(nodes[a & mask], keys);
        b = next(nodes[b & mask], keys);
        c = next(nodes[c & mask], keys);
        d = next(nodes[d & mask], keys);
        e = next(nodes[e & mask], keys);
        f = next(nodes[f & mask], keys);
        g = next(nodes[g & mask], keys);
        h = next(nodes[h & mask], keys);
      }
      rest -= levels;
      if (rest > 0
          && ((step(a) | step(b) | step(c) | step(d) | step(e) | step(f) | step(g) | step(h))
                  & mask)
              == 0) {
        break;
      }
    }
    int[] trees = groups.trees();
    payloads[to + trees[from]] = payload(nodes[a & mask]);
    payloads[to + trees[from + 1]] = payload(nodes[b & mask]);
    payloads[to + trees[from + 2]] = payload(nodes[c & mask]);
    payloads[to + trees[from + 3]] = payload(nodes[d & mask]);
    payloads[to + trees[from + 4]] = payload(nodes[e & mask]);
    payloads[to + trees[from + 5]] = payload(nodes[f & mask]);
    payloads[to + trees[from + 6]] = payload(nodes[g & mask]);
    payloads[to + trees[from + 7]] = payload(nodes[h & mask]);
  }

  /**
   * The place that follows, under bits of the bound that a mask takes off. The difference's sign
   * bit takes the place of a branch: 1 where the key is above the bound.
   */
  private static int next(long node, long[] keys) {
    long difference = node - keys[(int) node & (keys.length - 1)];
    return (int) (node >>> ENTRY_BITS) + (int) (difference >>> 63);
  }

  /** No masked bit is set where the place is a leaf's. */
  private int step(int place) {
    return (int) (nodes[place & (nodes.length - 1)] >>> ENTRY_BITS) ^ place;
  }

  private static int payload(long leaf) {
    return (int) (leaf >> BOUND_SHIFT);
  }
}
