package io.pelton.cpu.kernel.tree;

import io.pelton.engine.graph.Forest;
import io.pelton.engine.graph.Forest.Mode;
import io.pelton.engine.graph.Forest.Node;
import io.pelton.engine.graph.Forest.Vote;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Forests for tests. */
public final class Forests {
  static final double[] SPECIALS = {
    0.0,
    -0.0,
    1.5,
    -1.5,
    0.1f,
    -0.1f,
    3.4028235e38f,
    -3.4028235e38f,
    1.4e-45f,
    -1.4e-45f,
    1.17549435e-38f,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY
  };

  private static final List<Mode> MODES =
      List.of(Mode.LEQ, Mode.LT, Mode.GTE, Mode.GT, Mode.EQ, Mode.NEQ);

  private Forests() {}

  public static Node split(Mode mode, int feature, double threshold, int whenTrue, int whenFalse) {
    return split(mode, feature, threshold, whenTrue, whenFalse, false);
  }

  public static Node split(
      Mode mode, int feature, double threshold, int whenTrue, int whenFalse, boolean missing) {
    return new Node(mode, feature, threshold, whenTrue, whenFalse, missing, List.of());
  }

  public static Node leaf(Vote... votes) {
    return new Node(Mode.LEAF, 0, 0, -1, -1, false, List.of(votes));
  }

  public static Node leaf(double weight) {
    return leaf(new Vote(0, (float) weight));
  }

  static Forest tree(Node... nodes) {
    return new Forest(List.of(nodes), List.of(0), false);
  }

  static Forest doubleTree(Node... nodes) {
    return new Forest(List.of(nodes), List.of(0), true);
  }

  /**
   * Trees whose nodes may have several parents, with all modes and with thresholds that may be NaN.
   *
   * @param targets a leaf votes for one of them, or, with more than one, for several or none
   */
  public static Forest random(
      Random random, int trees, int size, int features, int targets, boolean isDouble) {
    List<Node> nodes = new ArrayList<>();
    List<Integer> roots = new ArrayList<>();
    for (int tree = 0; tree < trees; tree++) {
      int first = nodes.size();
      int count = 1 + random.nextInt(size);
      int inner = count == 1 ? 0 : random.nextInt(count);
      roots.add(first);
      for (int i = 0; i < count; i++) {
        nodes.add(
            i < inner
                ? randomSplit(random, first + i, first + count, features, isDouble)
                : leaf(randomVotes(random, targets, isDouble)));
      }
    }
    return new Forest(nodes, roots, isDouble);
  }

  private static Node randomSplit(
      Random random, int index, int end, int features, boolean isDouble) {
    Mode mode = MODES.get(random.nextInt(MODES.size()));
    int reach = Math.min(end - index - 1, 4);
    return split(
        mode,
        random.nextInt(features),
        randomThreshold(random, isDouble),
        index + 1 + random.nextInt(reach),
        random.nextInt(3) == 0
            ? index + 1 + random.nextInt(end - index - 1)
            : index + 1 + random.nextInt(reach),
        random.nextBoolean());
  }

  static double randomThreshold(Random random, boolean isDouble) {
    if (random.nextInt(20) == 0) {
      return Double.NaN;
    }
    double value =
        random.nextBoolean()
            ? SPECIALS[random.nextInt(SPECIALS.length)]
            : random.nextInt(7) - 3 + random.nextGaussian();
    return isDouble ? value : (float) value;
  }

  private static Vote[] randomVotes(Random random, int targets, boolean isDouble) {
    int count = targets == 1 ? 1 : random.nextInt(3);
    Vote[] votes = new Vote[count];
    for (int i = 0; i < count; i++) {
      double weight = random.nextGaussian();
      votes[i] = new Vote(random.nextInt(targets), isDouble ? weight : (float) weight);
    }
    return votes;
  }

  /** A threshold of the forest, hit, or missed by a last bit, or anything else. */
  public static double randomFeature(Random random, Forest forest) {
    int choice = random.nextInt(10);
    if (choice == 0) {
      return Double.NaN;
    }
    if (choice == 1) {
      return SPECIALS[random.nextInt(SPECIALS.length)];
    }
    if (choice == 2) {
      return random.nextGaussian();
    }
    Node node = forest.nodes().get(random.nextInt(forest.nodes().size()));
    double threshold = node.threshold();
    boolean isFine = forest.isDouble() && random.nextBoolean();
    return switch (choice % 3) {
      case 0 -> threshold;
      case 1 -> isFine ? Math.nextUp(threshold) : Math.nextUp((float) threshold);
      default -> isFine ? Math.nextDown(threshold) : Math.nextDown((float) threshold);
    };
  }
}
