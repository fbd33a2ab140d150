package io.pelton.cuda.kernel.tree;

import io.pelton.engine.graph.Forest;
import io.pelton.engine.graph.Forest.Mode;
import io.pelton.engine.graph.Forest.Node;
import java.util.Arrays;
import java.util.List;

/**
 * The nodes of a forest as kernels walk them, two {@code long} each: {@code Node} of {@code
 * tree.cu}. The two successors of a node lie side by side, that for a comparison that does not hold
 * first; a node that several others lead to lies in several places, but its successors only once.
 */
final class ForestNodes {
  /** The highest column for which there is room. */
  static final int MAX_FEATURE = (1 << 27) - 1;

  /** Bits of a comparison's outcomes: x below the threshold, equal, above, and NaN. */
  private static final int BELOW = 1;

  private static final int EQUAL = 2;
  private static final int ABOVE = 4;
  private static final int MISSING = 8;
  private static final int OUTCOME_BITS = 4;

  private final List<Node> nodes;
  private final boolean isDouble;

  /** By node: where its votes start, and one more for the end. */
  private final int[] votes;

  /** By node: the place of its successors; 0 while there is none. */
  private final int[] pairs;

  private long[] words;
  private int places;

  /**
   * @param forest checked
   * @param isDouble thresholds are as wide as the sums
   * @param votes by node, where its votes start
   */
  ForestNodes(Forest forest, boolean isDouble, int... votes) {
    this.nodes = forest.nodes();
    this.isDouble = isDouble;
    this.votes = votes;
    this.pairs = new int[nodes.size()];
    this.words = new long[2 * (forest.roots().size() + 2 * nodes.size())];
    int[] queue = new int[nodes.size()];
    int tail = 0;
    places = forest.roots().size();
    for (int root : forest.roots()) {
      tail = reach(root, queue, tail);
    }
    for (int head = 0; head < tail; head++) {
      Node node = nodes.get(queue[head]);
      tail = reach(node.whenFalse(), queue, tail);
      tail = reach(node.whenTrue(), queue, tail);
    }
    for (int tree = 0; tree < forest.roots().size(); tree++) {
      put(tree, forest.roots().get(tree));
    }
    for (int head = 0; head < tail; head++) {
      Node node = nodes.get(queue[head]);
      put(pairs[queue[head]], node.whenFalse());
      put(pairs[queue[head]] + 1, node.whenTrue());
    }
    words = Arrays.copyOf(words, 2 * places);
  }

  /** Gives an inner node that is met for the first time a place for its successors. */
  private int reach(int index, int[] queue, int tail) {
    if (nodes.get(index).isLeaf() || pairs[index] != 0) {
      return tail;
    }
    pairs[index] = places;
    places += 2;
    queue[tail] = index;
    return tail + 1;
  }

  private void put(int place, int index) {
    Node node = nodes.get(index);
    int next = node.isLeaf() ? votes[index] : pairs[index];
    int test =
        node.isLeaf()
            ? ~(votes[index + 1] - votes[index])
            : node.feature() << OUTCOME_BITS | outcomes(node);
    words[2 * place] = node.isLeaf() ? 0 : threshold(node.threshold());
    words[2 * place + 1] = (long) test << Integer.SIZE | next;
  }

  /** No number compares with NaN, so that all are below what stands for it. */
  private long threshold(double threshold) {
    double bound = Double.isNaN(threshold) ? Double.POSITIVE_INFINITY : threshold;
    return isDouble
        ? Double.doubleToRawLongBits(bound)
        : Float.floatToRawIntBits((float) bound) & 0xffffffffL;
  }

  /** The outcomes for which the comparison holds. */
  private static int outcomes(Node node) {
    int missing = node.missingIsTrue() || node.mode() == Mode.NEQ ? MISSING : 0;
    if (Double.isNaN(node.threshold())) {
      return missing | (node.mode() == Mode.NEQ ? BELOW | EQUAL : 0);
    }
    return missing
        | switch (node.mode()) {
          case LEQ -> BELOW | EQUAL;
          case LT -> BELOW;
          case GTE -> EQUAL | ABOVE;
          case GT -> ABOVE;
          case EQ -> EQUAL;
          case NEQ -> BELOW | ABOVE;
          case LEAF -> 0;
        };
  }

  /** All nodes; those of the roots first, in file order. */
  long[] words() {
    return words;
  }
}
