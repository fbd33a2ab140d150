package io.pelton.onnx.oracle;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.oracle.PeerDeviations.Deviation;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A scoring node by itself, as the families of models draw it.
 *
 * @param attributes of the node
 * @param features what to feed
 * @param deviation where the peer is wrong about such a node; empty where it is not
 */
public record TabularNode(
    List<AttributeProto> attributes, Tensor features, Optional<String> deviation) {
  /** Whether thresholds and weights may be float64: the peer takes them beside such inputs only. */
  private static boolean isDouble(Draw draw, DType input, long opset) {
    return opset >= 3 && input == DType.F64 && draw.chance(0.7);
  }

  private static int rows(Draw draw) {
    return draw.chance(0.06) ? 0 : draw.between(1, 8);
  }

  public static TabularNode treeClassifier(Draw draw, DType input, long opset) {
    int classes = draw.one(1, 2, 2, 3, 5);
    return trees(draw, "TreeEnsembleClassifier", input, opset, classes);
  }

  public static TabularNode treeRegressor(Draw draw, DType input, long opset) {
    return trees(draw, "TreeEnsembleRegressor", input, opset, draw.one(1, 1, 2, 3));
  }

  private static TabularNode trees(Draw draw, String op, DType input, long opset, int targets) {
    boolean isDouble = isDouble(draw, input, opset);
    int features = draw.between(1, 5);
    DType thresholds = isDouble ? DType.F64 : input == DType.F64 ? DType.F32 : input;
    ForestDraw forest =
        new ForestDraw(
            draw, features, targets, feature -> FeatureDraw.threshold(draw, thresholds), isDouble);
    AttributeProto[] attributes =
        op.endsWith("Classifier")
            ? TreeCases.classifier(draw, forest, targets)
            : TreeCases.regressor(draw, forest, targets);
    return of(
        op, attributes, FeatureDraw.rows(draw, input, rows(draw), features, forest.thresholds()));
  }

  public static TabularNode linearClassifier(Draw draw, DType input) {
    int features = draw.between(1, 6);
    return plain(draw, "LinearClassifier", input, features, LinearCases.classifier(draw, features));
  }

  public static TabularNode linearRegressor(Draw draw, DType input) {
    int features = draw.between(1, 6);
    return plain(draw, "LinearRegressor", input, features, LinearCases.regressor(draw, features));
  }

  public static TabularNode supportVectorClassifier(Draw draw, DType input) {
    int features = draw.between(1, 5);
    return plain(draw, "SVMClassifier", input, features, SvmCases.classifier(draw, features));
  }

  public static TabularNode supportVectorRegressor(Draw draw, DType input) {
    int features = draw.between(1, 5);
    return plain(draw, "SVMRegressor", input, features, SvmCases.regressor(draw, features));
  }

  private static TabularNode plain(
      Draw draw, String op, DType input, int features, AttributeProto... attributes) {
    return of(op, attributes, FeatureDraw.plain(draw, input, rows(draw), features));
  }

  private static TabularNode of(String op, AttributeProto[] attributes, Tensor features) {
    List<AttributeProto> list = Arrays.asList(attributes);
    NodeProto node = NodeProto.newBuilder().setOpType(op).addAllAttribute(list).build();
    Optional<String> deviation =
        PeerDeviations.of(node).stream().map(Deviation::reason).findFirst();
    return new TabularNode(list, features, deviation.or(() -> other(new NodeView(node))));
  }

  private static Optional<String> other(NodeView node) {
    if (TreeFacts.isClassifier(node) && node.texts("classlabels_strings").size() == 1) {
      return Optional.of("It reads behind the end of a list of one label.");
    }
    return TreeFacts.post(node).equals("PROBIT")
        ? Optional.of(
            "Quantiles are compared as the probabilities that they belong to, which the families"
                + " of models do.")
        : Optional.empty();
  }
}
