package io.pelton.cpu.kernel.tree;

import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.Forest;
import io.pelton.engine.graph.Forest.Node;
import java.util.Arrays;
import java.util.function.Function;

/**
 * Where the tests of a forest lie once packed: each tree in one piece, the two successors of a test
 * side by side and behind it. A test that several others lead to lies in several places, but its
 * successors only once, so that shared subtrees don't multiply.
 */
final class ForestLayout {
  private final Comparisons tests;
  private final Function<String, InvalidOp> invalid;
  private final int[] roots;
  private final int[] depths;
  private final int[] columns;

  /** By place: the test, and where its successors are (the place itself for a leaf). */
  private int[] contents;

  private int[] successors;
  private int places;

  /** By test: the last tree that reached it, counted from 1. */
  private final int[] reached;

  /** By test, for the tree at hand: edges that lead to it, and longest way from the root. */
  private final int[] edges;

  private final int[] depthOf;
  private final int[] pairOf;
  private final int[] queue;

  private ForestLayout(Forest forest, Comparisons tests, Function<String, InvalidOp> invalid) {
    int count = 2 * forest.nodes().size();
    this.tests = tests;
    this.invalid = invalid;
    this.roots = new int[forest.roots().size()];
    this.depths = new int[roots.length];
    this.columns = usedColumns(forest);
    this.contents = new int[count + 1];
    this.successors = new int[count + 1];
    this.reached = new int[count];
    this.edges = new int[count];
    this.depthOf = new int[count];
    this.pairOf = new int[count];
    this.queue = new int[count];
  }

  /**
   * @param invalid makes the error for a forest that has no such layout: indices out of range, a
   *     cycle
   */
  static ForestLayout of(Forest forest, Comparisons tests, Function<String, InvalidOp> invalid) {
    check(forest, invalid);
    ForestLayout layout = new ForestLayout(forest, tests, invalid);
    for (int tree = 0; tree < layout.roots.length; tree++) {
      layout.place(tree, 2 * forest.roots().get(tree));
    }
    return layout;
  }

  private static void check(Forest forest, Function<String, InvalidOp> invalid) {
    int count = forest.nodes().size();
    for (int root : forest.roots()) {
      if (root < 0 || root >= count) {
        throw invalid.apply("root " + root + " is not one of the " + count + " nodes");
      }
    }
    for (int index = 0; index < count; index++) {
      Node node = forest.nodes().get(index);
      if (node.isLeaf()) {
        continue;
      }
      if (node.feature() < 0) {
        throw invalid.apply("node " + index + " compares feature " + node.feature());
      }
      for (int next : new int[] {node.whenTrue(), node.whenFalse()}) {
        if (next < 0 || next >= count) {
          throw invalid.apply(
              "node " + index + " leads to " + next + ", which is not one of the " + count);
        }
      }
    }
  }

  private static int[] usedColumns(Forest forest) {
    return forest.nodes().stream()
        .filter(node -> !node.isLeaf())
        .mapToInt(Node::feature)
        .distinct()
        .sorted()
        .toArray();
  }

  private void place(int tree, int root) {
    int inner = countEdges(root, tree + 1);
    roots[tree] = add(root);
    int head = 0;
    int tail = 0;
    if (!tests.isLeaf(root)) {
      queue[tail++] = root;
    }
    while (head < tail) {
      int test = queue[head++];
      pairOf[test] = places;
      for (int next : new int[] {tests.whenAtMost(test), tests.whenAbove(test)}) {
        add(next);
        depthOf[next] = Math.max(depthOf[next], depthOf[test] + 1);
        depths[tree] = Math.max(depths[tree], depthOf[next]);
        edges[next]--;
        if (edges[next] == 0 && !tests.isLeaf(next)) {
          queue[tail++] = next;
        }
      }
    }
    if (head != inner) {
      throw invalid.apply("tree " + tree + " has a cycle");
    }
    link(roots[tree]);
  }

  /** Counts the edges to every test of a tree; returns how many of these are no leaves. */
  private int countEdges(int root, int mark) {
    int tail = 0;
    int inner = 0;
    reach(root, mark);
    queue[tail++] = root;
    while (tail > 0) {
      int test = queue[--tail];
      if (tests.isLeaf(test)) {
        continue;
      }
      inner++;
      for (int next : new int[] {tests.whenAtMost(test), tests.whenAbove(test)}) {
        if (reach(next, mark)) {
          queue[tail++] = next;
        }
        edges[next]++;
      }
    }
    return inner;
  }

  /** True for the first time in a tree. */
  private boolean reach(int test, int mark) {
    if (reached[test] == mark) {
      return false;
    }
    reached[test] = mark;
    edges[test] = 0;
    depthOf[test] = 0;
    return true;
  }

  private int add(int test) {
    if (places == contents.length) {
      contents = Arrays.copyOf(contents, 2 * places);
      successors = Arrays.copyOf(successors, 2 * places);
    }
    contents[places] = test;
    return places++;
  }

  private void link(int from) {
    for (int place = from; place < places; place++) {
      successors[place] = tests.isLeaf(contents[place]) ? place : pairOf[contents[place]];
    }
  }

  int places() {
    return places;
  }

  int test(int place) {
    return contents[place];
  }

  /** Where the test at a place leads if its key is at most the bound; one further on otherwise. */
  int successor(int place) {
    return successors[place];
  }

  /** The places of the trees' roots, in file order. */
  int[] roots() {
    return roots;
  }

  /** The longest way through every tree, in tests. */
  int[] depths() {
    return depths;
  }

  /** The columns of the input that are compared, ascending. */
  int[] columns() {
    return columns;
  }

  /**
   * What the test at a place reads: entry {@code 2i} of a row's keys for {@code columns()[i]}, or
   * the one behind it, which has NaN first; for leaves the last entry, which is below all bounds.
   */
  int entry(int place) {
    int test = contents[place];
    return tests.isLeaf(test)
        ? 2 * columns.length
        : 2 * Arrays.binarySearch(columns, tests.node(test).feature())
            + (tests.isNanFirst(test) ? 1 : 0);
  }
}
