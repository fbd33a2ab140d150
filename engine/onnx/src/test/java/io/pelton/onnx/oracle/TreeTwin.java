package io.pelton.onnx.oracle;

import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Tree ensembles by the operators' text, for models of which the peer can't be asked. */
final class TreeTwin {
  private TreeTwin() {}

  /** The node's outputs. */
  static Map<String, Flat> outputs(NodeView node, Tensor features, Map<String, Flat> peer) {
    return TreeFacts.isClassifier(node) ? classify(node, features) : regress(node, features);
  }

  /** The labels; and the scores, as far as a target got no votes or there are base values. */
  static Map<String, Flat> topLabels(NodeView node, Tensor features, Map<String, Flat> peer) {
    Map<String, Flat> twin = classify(node, features);
    return node.reals("base_values").length > 0
        ? twin
        : Map.of(
            node.output(0),
            twin.get(node.output(0)),
            node.output(1),
            withoutVotes(node, features, peer.get(node.output(1)), twin.get(node.output(1))));
  }

  /** The rows of a regressor in which a target got no votes; the others as the peer has them. */
  static Map<String, Flat> unvoted(NodeView node, Tensor features, Map<String, Flat> peer) {
    String output = node.output(0);
    Flat twin = regress(node, features).get(output);
    return Map.of(output, withoutVotes(node, features, peer.get(output), twin));
  }

  private static Flat withoutVotes(NodeView node, Tensor features, Flat peer, Flat twin) {
    int targets = peer.width();
    ForestTwin forest = new ForestTwin(node, features, targets);
    List<Object> scores = new ArrayList<>(peer.elements());
    for (int row = 0; row < peer.dims().get(0); row++) {
      if (Arrays.asList(forest.row(row)).contains(null)) {
        for (int i = row * targets; i < (row + 1) * targets; i++) {
          scores.set(i, twin.elements().get(i));
        }
      }
    }
    return peer.with(scores);
  }

  private static Map<String, Flat> regress(NodeView node, Tensor features) {
    int targets = (int) node.integer("n_targets");
    ForestTwin forest = new ForestTwin(node, features, targets);
    List<Object> scores = new ArrayList<>();
    int rows = (int) features.dims()[0];
    for (int row = 0; row < rows; row++) {
      double[] sums = withBase(node, features, forest.row(row));
      add(scores, PostTransformTwin.of(TreeFacts.post(node), sums));
    }
    return Map.of(node.output(0), scores(rows, targets, scores));
  }

  private static Map<String, Flat> classify(NodeView node, Tensor features) {
    int classes = TreeFacts.labels(node);
    ForestTwin forest = new ForestTwin(node, features, classes);
    List<Object> labels = new ArrayList<>();
    List<Object> scores = new ArrayList<>();
    int rows = (int) features.dims()[0];
    for (int row = 0; row < rows; row++) {
      Double[] votes = forest.row(row);
      double[] base = node.reals("base_values");
      double[] sums = withBase(node, features, votes);
      if (TreeFacts.isOneColumn(node)) {
        boolean isSecond = sums[0] > (isProbability(node) ? 0.5 : 0);
        labels.add(label(node, isSecond ? 1 : 0));
        add(scores, pair(node, sums[0]));
        continue;
      }
      if (classes == 1 && !node.integers("classlabels_int64s").isEmpty()) {
        labels.add(sums[0] > 0 ? 1L : 0L); // as the peer has it
        add(scores, PostTransformTwin.of(TreeFacts.post(node), sums));
        continue;
      }
      labels.add(label(node, top(votes, sums, base.length == classes || classes == 2)));
      add(scores, PostTransformTwin.of(TreeFacts.post(node), sums));
    }
    boolean isText = node.integers("classlabels_int64s").isEmpty();
    return Map.of(
        node.output(0),
        new Flat(isText ? "STRING" : "I64", List.of((long) rows), labels),
        node.output(1),
        scores(rows, classes, scores));
  }

  /** The column of the second of two labels is a probability, unless it is a margin. */
  private static boolean isProbability(NodeView node) {
    return TreeFacts.post(node).equals("PROBIT")
        || (TreeFacts.post(node).equals("NONE") && !TreeFacts.hasNegative(node));
  }

  private static double[] pair(NodeView node, double score) {
    String post = TreeFacts.post(node);
    if (post.equals("LOGISTIC")) {
      return PostTransformTwin.of(post, -score, score);
    }
    if (post.equals("PROBIT")) {
      double quantile = PostTransformTwin.probit(score);
      return new double[] {-quantile, quantile};
    }
    return new double[] {isProbability(node) ? 1 - score : -score, score};
  }

  /** In the precision of the votes, on which ties depend. */
  private static double[] withBase(NodeView node, Tensor features, Double[] votes) {
    double[] base = node.reals("base_values");
    double[] sums = new double[votes.length];
    for (int i = 0; i < sums.length; i++) {
      double sum = (votes[i] == null ? 0 : votes[i]) + (i < base.length ? base[i] : 0);
      sums[i] = ForestTwin.isDouble(node, features) ? sum : (float) sum;
    }
    return sums;
  }

  private static int top(Double[] votes, double[] sums, boolean areAllCandidates) {
    int best = -1;
    for (int i = 0; i < sums.length; i++) {
      if ((areAllCandidates || votes[i] != null) && (best < 0 || sums[i] > sums[best])) {
        best = i;
      }
    }
    return Math.max(best, 0);
  }

  private static Object label(NodeView node, int index) {
    List<Long> numbers = node.integers("classlabels_int64s");
    return numbers.isEmpty() ? node.texts("classlabels_strings").get(index) : numbers.get(index);
  }

  private static void add(List<Object> scores, double[] row) {
    for (double score : row) {
      scores.add((float) score);
    }
  }

  private static Flat scores(int rows, int columns, List<Object> scores) {
    return new Flat("F32", List.of((long) rows, (long) columns), scores);
  }
}
