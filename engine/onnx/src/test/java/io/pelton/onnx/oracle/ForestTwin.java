package io.pelton.onnx.oracle;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Walks the trees of an ensemble node by node, as the operators' text reads. */
final class ForestTwin {
  private record Key(long tree, long node) {}

  private final NodeView node;
  private final int targets;
  private final Map<Key, Integer> places = new HashMap<>();
  private final Map<Long, Integer> roots = new TreeMap<>();
  private final List<String> modes;
  private final double[] thresholds;
  private final double[] weights;
  private final boolean isDouble;
  private final String votes;

  ForestTwin(NodeView node, int targets) {
    this.node = node;
    this.targets = targets;
    this.votes = node.op().endsWith("Classifier") ? "class" : "target";
    this.modes = node.texts("nodes_modes");
    this.thresholds = node.reals("nodes_values");
    this.weights = node.reals(votes + "_weights");
    this.isDouble = node.isDouble("nodes_values");
    List<Long> trees = node.integers("nodes_treeids");
    for (int i = 0; i < trees.size(); i++) {
      places.put(new Key(trees.get(i), node.integers("nodes_nodeids").get(i)), i);
      roots.putIfAbsent(trees.get(i), i);
    }
  }

  /** What a row got: null for targets that no leaf voted for. */
  Double[] row(Tensor features, int row) {
    double[] x = Tensors.rows(features, row, row + 1).toDoubles();
    boolean rounds = !isDouble && features.dtype() != DType.F64;
    Double[] sums = new Double[targets];
    for (Map.Entry<Long, Integer> root : roots.entrySet()) {
      int leaf = root.getValue();
      while (!modes.get(leaf).equals("LEAF")) {
        leaf = next(root.getKey(), leaf, x, rounds);
      }
      vote(root.getKey(), leaf, sums);
    }
    if (node.text("aggregate_function", "SUM").equals("AVERAGE")) {
      for (int i = 0; i < targets; i++) {
        sums[i] = sums[i] == null ? null : (Double) (sums[i] / roots.size());
      }
    }
    return sums;
  }

  private int next(long tree, int place, double[] x, boolean rounds) {
    double value = x[node.integers("nodes_featureids").get(place).intValue()];
    boolean isTrue = holds(place, rounds ? (float) value : value) || followsMissing(place, value);
    List<Long> children = node.integers(isTrue ? "nodes_truenodeids" : "nodes_falsenodeids");
    return places.get(new Key(tree, children.get(place)));
  }

  private boolean holds(int place, double value) {
    double threshold = thresholds[place];
    return switch (modes.get(place)) {
      case "BRANCH_LEQ" -> value <= threshold;
      case "BRANCH_LT" -> value < threshold;
      case "BRANCH_GTE" -> value >= threshold;
      case "BRANCH_GT" -> value > threshold;
      case "BRANCH_EQ" -> value == threshold;
      case "BRANCH_NEQ" -> value != threshold;
      default -> throw new AssertionError(modes.get(place));
    };
  }

  private boolean followsMissing(int place, double value) {
    List<Long> flags = node.integers("nodes_missing_value_tracks_true");
    return Double.isNaN(value) && !flags.isEmpty() && flags.get(place) == 1;
  }

  private void vote(long tree, int leaf, Double[] sums) {
    long id = node.integers("nodes_nodeids").get(leaf);
    List<Long> trees = node.integers(votes + "_treeids");
    for (int i = 0; i < weights.length; i++) {
      if (trees.get(i) == tree && node.integers(votes + "_nodeids").get(i) == id) {
        int target = node.integers(votes + "_ids").get(i).intValue();
        sums[target] =
            sums[target] == null ? (Double) weights[i] : combine(sums[target], weights[i]);
      }
    }
  }

  private double combine(double sum, double weight) {
    return switch (node.text("aggregate_function", "SUM")) {
      case "MIN" -> Math.min(sum, weight);
      case "MAX" -> Math.max(sum, weight);
      default -> isDouble ? sum + weight : (float) sum + (float) weight;
    };
  }
}
