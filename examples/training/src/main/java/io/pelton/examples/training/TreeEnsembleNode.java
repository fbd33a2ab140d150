package io.pelton.examples.training;

import ai.onnx.proto.OnnxMl.NodeProto;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a forest as one {@code TreeEnsembleClassifier} (ai.onnx.ml 3) of two classes and a single
 * weight column, the form the common exporters use: every weight names class 0, is the score of the
 * second label, and the first label gets the complement.
 */
final class TreeEnsembleNode {
  private final List<Long> nodeTrees = new ArrayList<>();
  private final List<Long> nodeIds = new ArrayList<>();
  private final List<Long> features = new ArrayList<>();
  private final List<Float> values = new ArrayList<>();
  private final List<String> modes = new ArrayList<>();
  private final List<Long> trueIds = new ArrayList<>();
  private final List<Long> falseIds = new ArrayList<>();
  private final List<Long> missingTracksTrue = new ArrayList<>();
  private final List<Long> weightTrees = new ArrayList<>();
  private final List<Long> weightNodes = new ArrayList<>();
  private final List<Long> weightClasses = new ArrayList<>();
  private final List<Float> weights = new ArrayList<>();

  private TreeEnsembleNode() {}

  /**
   * Builds the node.
   *
   * @param input name of the features, float [N, F]
   * @param label name of the predicted label, string [N]
   * @param probabilities name of the probabilities, float [N, 2]
   */
  static NodeProto of(
      Forest forest, List<String> labels, String input, String label, String probabilities) {
    TreeEnsembleNode node = new TreeEnsembleNode();
    for (int tree = 0; tree < forest.trees().size(); tree++) {
      node.add(tree, forest.trees().get(tree));
    }
    return node.build(forest, labels)
        .setName("trees")
        .addInput(input)
        .addOutput(label)
        .addOutput(probabilities)
        .build();
  }

  private void add(long treeId, Forest.Tree tree) {
    for (int node = 0; node < tree.nodes(); node++) {
      nodeTrees.add(treeId);
      nodeIds.add((long) node);
      if (tree.isLeaf(node)) {
        addNode("LEAF", 0, 0f, 0, 0, false);
        weightTrees.add(treeId);
        weightNodes.add((long) node);
        weightClasses.add(0L);
        weights.add(tree.value()[node]);
      } else {
        addNode(
            "BRANCH_LT",
            tree.feature()[node],
            tree.value()[node],
            tree.left()[node],
            tree.right()[node],
            tree.missingGoesLeft()[node]);
      }
    }
  }

  private void addNode(
      String mode, long feature, float value, long trueId, long falseId, boolean missingIsTrue) {
    modes.add(mode);
    features.add(feature);
    values.add(value);
    trueIds.add(trueId);
    falseIds.add(falseId);
    missingTracksTrue.add(missingIsTrue ? 1L : 0L);
  }

  private NodeProto.Builder build(Forest forest, List<String> labels) {
    return NodeProto.newBuilder()
        .setOpType("TreeEnsembleClassifier")
        .setDomain(OnnxPipeline.ML_DOMAIN)
        .addAttribute(OnnxAttributes.integers("nodes_treeids", nodeTrees))
        .addAttribute(OnnxAttributes.integers("nodes_nodeids", nodeIds))
        .addAttribute(OnnxAttributes.integers("nodes_featureids", features))
        .addAttribute(OnnxAttributes.strings("nodes_modes", modes))
        .addAttribute(OnnxAttributes.floats("nodes_values", values))
        .addAttribute(OnnxAttributes.integers("nodes_truenodeids", trueIds))
        .addAttribute(OnnxAttributes.integers("nodes_falsenodeids", falseIds))
        .addAttribute(OnnxAttributes.integers("nodes_missing_value_tracks_true", missingTracksTrue))
        .addAttribute(OnnxAttributes.integers("class_treeids", weightTrees))
        .addAttribute(OnnxAttributes.integers("class_nodeids", weightNodes))
        .addAttribute(OnnxAttributes.integers("class_ids", weightClasses))
        .addAttribute(OnnxAttributes.floats("class_weights", weights))
        .addAttribute(OnnxAttributes.floats("base_values", List.of(forest.baseMargin())))
        .addAttribute(OnnxAttributes.strings("classlabels_strings", labels))
        .addAttribute(OnnxAttributes.string("post_transform", "LOGISTIC"));
  }
}
