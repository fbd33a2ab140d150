package io.pelton.cpu.kernel.tree;

/**
 * Nodes as two {@code long}s: the bound as a {@code double} key, and a link with the entry of the
 * row's keys in the upper half and the place of the successors in the lower. A leaf has its index
 * in place of the bound, reads the entry that is below all bounds and leads to itself.
 */
final class WideForest implements PackedForest {
  /** Levels between two looks at whether all trees of a group have come to a leaf. */
  private static final int STRETCH = 8;

  private final long[] bounds;
  private final long[] links;
  private final int[] columns;
  private final TreeGroups groups;

  private WideForest(long[] bounds, long[] links, int[] columns, TreeGroups groups) {
    this.bounds = bounds;
    this.links = links;
    this.columns = columns;
    this.groups = groups;
  }

  /**
   * @param tests those of the layout, in {@code double} keys
   */
  static WideForest of(ForestLayout layout, Comparisons tests) {
    long[] bounds = new long[layout.places()];
    long[] links = new long[bounds.length];
    for (int place = 0; place < bounds.length; place++) {
      int test = layout.test(place);
      bounds[place] = tests.isLeaf(test) ? test >> 1 : tests.bound(test);
      links[place] = ((long) layout.entry(place) << 32) | layout.successor(place);
    }
    return new WideForest(bounds, links, layout.columns(), TreeGroups.of(layout));
  }

  @Override
  public long byteLength() {
    return 8L * (bounds.length + links.length) + 4L * columns.length + groups.byteLength();
  }

  int trees() {
    return groups.positions().length;
  }

  /** An array for the keys of one row. */
  long[] newKeys() {
    return new long[2 * columns.length + 1];
  }

  /** An array for the leaves of one row. */
  int[] newLeaves() {
    return new int[groups.roots().length];
  }

  /** Fills the keys from a row's features, which start at {@code at}. */
  void read(double[] row, int at, long[] keys) {
    for (int i = 0; i < columns.length; i++) {
      put(row[at + columns[i]], i, keys);
    }
    keys[2 * columns.length] = OrderedKeys.WIDE_NAN_FIRST;
  }

  /** Fills the keys from a row's features, which start at {@code at}. */
  void read(float[] row, int at, long[] keys) {
    for (int i = 0; i < columns.length; i++) {
      put(row[at + columns[i]], i, keys);
    }
    keys[2 * columns.length] = OrderedKeys.WIDE_NAN_FIRST;
  }

  private static void put(double x, int i, long[] keys) {
    long key = OrderedKeys.of(x);
    keys[2 * i] = key;
    keys[2 * i + 1] = Double.isNaN(x) ? OrderedKeys.WIDE_NAN_FIRST : key;
  }

  /** Walks all trees; {@link #leaf} tells where they end. */
  void walk(long[] keys, int[] leaves) {
    for (int group = 0; group < groups.count(); group++) {
      walk(keys, leaves, group * TreeGroups.SIZE, groups.depth(group));
    }
  }

  /** The index of the leaf that was found in a tree. */
  int leaf(int tree, int[] leaves) {
    return (int) bounds[leaves[groups.positions()[tree]]];
  }

  private void walk(long[] keys, int[] leaves, int from, int depth) {
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
        a = next(a, keys);
        b = next(b, keys);
        c = next(c, keys);
        d = next(d, keys);
        e = next(e, keys);
        f = next(f, keys);
        g = next(g, keys);
        h = next(h, keys);
      }
      rest -= levels;
      if (rest > 0 && isLeaf(a) && isLeaf(b) && isLeaf(c) && isLeaf(d) && isLeaf(e) && isLeaf(f)
          && isLeaf(g) && isLeaf(h)) {
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

  /** One further on where the key is above the bound, without a branch. */
  private int next(int place, long[] keys) {
    long link = links[place];
    long bound = bounds[place];
    long key = keys[(int) (link >> 32)];
    return (int) link + (int) (isLess(bound, key) >>> 63);
  }

  /** Sign bit set where {@code a < b}, also where their difference overflows. */
  private static long isLess(long a, long b) {
    return ((a - b) & ~(a ^ b)) | (a & ~b);
  }

  private boolean isLeaf(int place) {
    return (int) links[place] == place;
  }
}
