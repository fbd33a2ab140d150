package io.pelton.onnx.oracle;

import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Tree ensembles by the operators' text, for models of which the peer can't be asked. */
final class TreeTwin {
  private TreeTwin() {}

  /** The node's outputs. */
  static Map<String, Flat> outputs(NodeView node, Tensor features, Map<String, Flat> peer) {
    return TreeFacts.isClassifier(node) ? classify(node, features) : regress(node, features);
  }

  private static Map<String, Flat> regress(NodeView node, Tensor features) {
    int targets = (int) node.integer("n_targets");
    ForestTwin forest = new ForestTwin(node, targets);
    List<Object> scores = new ArrayList<>();
    int rows = (int) features.dims()[0];
    for (int row = 0; row < rows; row++) {
      double[] sums = withBase(node, forest.row(features, row));
      add(scores, PostTransformTwin.of(TreeFacts.post(node), sums));
    }
    return Map.of(node.output(0), scores(rows, targets, scores));
  }

  private static Map<String, Flat> classify(NodeView node, Tensor features) {
    int classes = TreeFacts.labels(node);
    ForestTwin forest = new ForestTwin(node, classes);
    List<Object> labels = new ArrayList<>();
    List<Object> scores = new ArrayList<>();
    int rows = (int) features.dims()[0];
    for (int row = 0; row < rows; row++) {
      Double[] votes = forest.row(features, row);
      double[] base = node.reals("base_values");
      double[] sums = withBase(node, votes);
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

  /** In the precision of the file's lists, on which ties depend. */
  private static double[] withBase(NodeView node, Double[] votes) {
    double[] base = node.reals("base_values");
    double[] sums = new double[votes.length];
    for (int i = 0; i < sums.length; i++) {
      double sum = (votes[i] == null ? 0 : votes[i]) + (i < base.length ? base[i] : 0);
      sums[i] = node.isDouble("nodes_values") ? sum : (float) sum;
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
