package io.pelton.onnx.oracle.operator;

import io.pelton.engine.tensor.DType;
import io.pelton.onnx.oracle.TabularNode;
import java.util.EnumSet;
import java.util.Set;

/**
 * Linear models, support vector machines, and trees as the versions before the fifth write them.
 */
final class ScoringDraws {
  private static final Set<DType> FEATURES = EnumSet.of(DType.F32, DType.F64, DType.I64, DType.I32);

  private ScoringDraws() {}

  static void addTo(OperatorDraws draws) {
    draws.addMl(
        "TreeEnsembleClassifier",
        FEATURES,
        node ->
            scores(node, TabularNode.treeClassifier(node.draw(), node.dtype(), node.opset()), 2));
    draws.addMl(
        "TreeEnsembleRegressor",
        FEATURES,
        node ->
            scores(node, TabularNode.treeRegressor(node.draw(), node.dtype(), node.opset()), 1));
    draws.addMl(
        "LinearClassifier",
        FEATURES,
        node -> scores(node, TabularNode.linearClassifier(node.draw(), node.dtype()), 2));
    draws.addMl(
        "LinearRegressor",
        FEATURES,
        node -> scores(node, TabularNode.linearRegressor(node.draw(), node.dtype()), 1));
    draws.addMl(
        "SVMClassifier",
        FEATURES,
        node -> scores(node, TabularNode.supportVectorClassifier(node.draw(), node.dtype()), 2));
    draws.addMl(
        "SVMRegressor",
        FEATURES,
        node -> scores(node, TabularNode.supportVectorRegressor(node.draw(), node.dtype()), 1));
  }

  /** Scores are F32 whatever the features are. */
  private static void scores(NodeCase node, TabularNode drawn, int outputs) {
    node.operand(drawn.features());
    drawn.attributes().forEach(node::attribute);
    drawn.deviation().ifPresent(node::beyondPeer);
    node.tolerance(Tolerance.of(DType.F32)).sums().outputs(outputs);
  }
}
