package io.pelton.onnx.oracle;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** What tree ensembles are like that the peer has trouble with. */
final class TreeFacts {
  private TreeFacts() {}

  static boolean isForest(NodeView node) {
    return node.op().startsWith("TreeEnsemble");
  }

  static boolean isClassifier(NodeView node) {
    return node.op().equals("TreeEnsembleClassifier");
  }

  static int labels(NodeView node) {
    return node.integers("classlabels_int64s").size() + node.texts("classlabels_strings").size();
  }

  static String post(NodeView node) {
    return node.text("post_transform", "NONE");
  }

  static Set<Long> voted(NodeView node) {
    return new TreeSet<>(node.integers(isClassifier(node) ? "class_ids" : "target_ids"));
  }

  /** Two labels and votes for the first only. */
  static boolean isOneColumn(NodeView node) {
    return isClassifier(node) && labels(node) == 2 && voted(node).equals(Set.of(0L));
  }

  static boolean isTwoColumns(NodeView node) {
    return isClassifier(node) && labels(node) == 2 && voted(node).size() == 2;
  }

  static boolean isRegressorOfSeveral(NodeView node) {
    return !isClassifier(node) && node.integer("n_targets") > 1;
  }

  static boolean hasNegative(NodeView node) {
    return Arrays.stream(node.reals("class_weights")).anyMatch(weight -> weight < 0);
  }

  /**
   * Whether an equality leads, where it fails, to another one on the same feature that has another
   * flag for missing values, or a leaf of its own that begins with the same weight.
   */
  static boolean hasUnequalEqualities(NodeView node) {
    List<Long> trees = node.integers("nodes_treeids");
    Map<List<Long>, Integer> places = new HashMap<>();
    for (int i = 0; i < trees.size(); i++) {
      places.put(List.of(trees.get(i), node.integers("nodes_nodeids").get(i)), i);
    }
    for (int i = 0; i < trees.size(); i++) {
      Integer next = places.get(List.of(trees.get(i), node.integers("nodes_falsenodeids").get(i)));
      if (isEquality(node, i)
          && isEquality(node, next)
          && node.integers("nodes_featureids")
              .get(i)
              .equals(node.integers("nodes_featureids").get(next))
          && (flag(node, i) != flag(node, next) || areConfused(node, trees.get(i), i, next))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isEquality(NodeView node, int place) {
    return node.texts("nodes_modes").get(place).equals("BRANCH_EQ");
  }

  private static long flag(NodeView node, int place) {
    List<Long> flags = node.integers("nodes_missing_value_tracks_true");
    return flags.isEmpty() ? 0 : flags.get(place);
  }

  private static boolean areConfused(NodeView node, long tree, int one, int other) {
    long first = node.integers("nodes_truenodeids").get(one);
    long second = node.integers("nodes_truenodeids").get(other);
    return first != second
        && firstWeight(node, tree, first).isPresent()
        && firstWeight(node, tree, first).equals(firstWeight(node, tree, second));
  }

  /** Of a leaf with votes. */
  private static OptionalDouble firstWeight(NodeView node, long tree, long leaf) {
    String votes = isClassifier(node) ? "class" : "target";
    double[] weights = node.reals(votes + "_weights");
    return IntStream.range(0, weights.length)
        .filter(
            i ->
                node.integers(votes + "_treeids").get(i) == tree
                    && node.integers(votes + "_nodeids").get(i) == leaf)
        .mapToDouble(i -> weights[i])
        .findFirst();
  }
}
