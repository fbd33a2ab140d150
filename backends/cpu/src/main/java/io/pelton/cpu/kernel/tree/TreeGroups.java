package io.pelton.cpu.kernel.tree;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Trees of similar depth in groups of {@link #SIZE} that are walked together. Position {@code i} of
 * group {@code g} is {@code g * SIZE + i}; the last group is filled up with repeated roots.
 */
final class TreeGroups {
  static final int SIZE = 8;

  private final int[] roots;
  private final int[] depths;
  private final int[] positions;
  private final int[] trees;

  private TreeGroups(int trees) {
    int groups = (trees + SIZE - 1) / SIZE;
    roots = new int[groups * SIZE];
    depths = new int[groups];
    positions = new int[trees];
    this.trees = new int[roots.length];
  }

  static TreeGroups of(ForestLayout layout) {
    int trees = layout.roots().length;
    TreeGroups groups = new TreeGroups(trees);
    int[] byDepth =
        IntStream.range(0, trees)
            .boxed()
            .sorted(Comparator.comparingInt(tree -> layout.depths()[tree]))
            .mapToInt(Integer::intValue)
            .toArray();
    for (int position = 0; position < groups.roots.length; position++) {
      int tree = byDepth[Math.min(position, trees - 1)];
      groups.trees[position] = tree;
      groups.roots[position] = layout.roots()[tree];
      groups.depths[position / SIZE] = layout.depths()[tree];
      if (position < trees) {
        groups.positions[tree] = position;
      }
    }
    return groups;
  }

  long byteLength() {
    return 4L * (roots.length + depths.length + positions.length + trees.length);
  }

  /** Places of the roots, by position. */
  int[] roots() {
    return roots;
  }

  int count() {
    return depths.length;
  }

  /** The longest way through any tree of a group. */
  int depth(int group) {
    return depths[group];
  }

  /** The tree at every position, as counted in file order. */
  int[] trees() {
    return trees;
  }

  /** The position of every tree, in file order. */
  int[] positions() {
    return positions;
  }
}
