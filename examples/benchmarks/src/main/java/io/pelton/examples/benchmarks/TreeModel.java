package io.pelton.examples.benchmarks;

import static io.pelton.examples.benchmarks.OnnxFile.integer;
import static io.pelton.examples.benchmarks.OnnxFile.integers;
import static io.pelton.examples.benchmarks.OnnxFile.numbers;
import static io.pelton.examples.benchmarks.OnnxFile.text;
import static io.pelton.examples.benchmarks.OnnxFile.texts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Regression by complete trees with random splits, as XGBoost exports them. */
public final class TreeModel {
  private final Random random = new Random(7);
  private final List<Long> trees = new ArrayList<>();
  private final List<Long> nodes = new ArrayList<>();
  private final List<Long> features = new ArrayList<>();
  private final List<Float> thresholds = new ArrayList<>();
  private final List<String> modes = new ArrayList<>();
  private final List<Long> trues = new ArrayList<>();
  private final List<Long> falses = new ArrayList<>();
  private final List<Long> leafTrees = new ArrayList<>();
  private final List<Long> leafNodes = new ArrayList<>();
  private final List<Long> targets = new ArrayList<>();
  private final List<Float> weights = new ArrayList<>();

  private TreeModel() {}

  /** Over features that spread around 0 by 1. */
  public static byte[] bytes(int trees, int depth, int features) {
    float[] spreads = new float[features];
    Arrays.fill(spreads, 1);
    return bytes(trees, depth, spreads);
  }

  /**
   * An input {@code x} of shape [N,F], an output {@code y} of shape [N,1].
   *
   * @param spreads of the F features' thresholds around 0
   */
  public static byte[] bytes(int trees, int depth, float[] spreads) {
    TreeModel model = new TreeModel();
    for (int tree = 0; tree < trees; tree++) {
      model.addTree(tree, depth, spreads);
    }
    return new OnnxFile()
        .input("x", "N", spreads.length)
        .node(
            "ai.onnx.ml",
            "TreeEnsembleRegressor",
            List.of("y"),
            List.of("x"),
            integer("n_targets", 1),
            text("aggregate_function", "SUM"),
            integers("nodes_treeids", model.trees),
            integers("nodes_nodeids", model.nodes),
            integers("nodes_featureids", model.features),
            numbers("nodes_values", model.thresholds),
            texts("nodes_modes", model.modes),
            integers("nodes_truenodeids", model.trues),
            integers("nodes_falsenodeids", model.falses),
            integers("target_treeids", model.leafTrees),
            integers("target_nodeids", model.leafNodes),
            integers("target_ids", model.targets),
            numbers("target_weights", model.weights))
        .output("y", "N", 1)
        .bytes();
  }

  private void addTree(long tree, int depth, float[] spreads) {
    int inner = (1 << depth) - 1;
    for (int node = 0; node < 2 * inner + 1; node++) {
      boolean isLeaf = node >= inner;
      trees.add(tree);
      nodes.add((long) node);
      int feature = isLeaf ? 0 : random.nextInt(spreads.length);
      features.add((long) feature);
      thresholds.add(isLeaf ? 0f : spreads[feature] * (float) random.nextGaussian());
      modes.add(isLeaf ? "LEAF" : "BRANCH_LT");
      trues.add(isLeaf ? 0L : 2L * node + 1);
      falses.add(isLeaf ? 0L : 2L * node + 2);
      if (isLeaf) {
        leafTrees.add(tree);
        leafNodes.add((long) node);
        targets.add(0L);
        weights.add((float) random.nextGaussian() / 10);
      }
    }
  }
}
