package io.pelton.onnx.op;

import io.pelton.engine.graph.PostTransform;
import io.pelton.engine.graph.ScoringOp.LinearClassifier;
import io.pelton.engine.graph.ScoringOp.LinearRegressor;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.List;

/** Linear models. */
final class LinearOperators {
  private LinearOperators() {}

  static void addTo(OperatorFamily ops) {
    ops.add("LinearClassifier", 1, LinearOperators::classifier);
    ops.add("LinearRegressor", 1, LinearOperators::regressor);
  }

  /** Where intercepts are given, there is one per row of weights; else there is a row per label. */
  private static List<ValueId> classifier(OnnxNode node) {
    node.expect(1);
    Attributes attributes = node.attributes();
    Tensor labels = Labels.of(node, "classlabels_ints", "classlabels_strings");
    float[] intercepts = attributes.numbersOrNone("intercepts");
    long classes = labels.layout().elements();
    long rows = intercepts.length > 0 ? intercepts.length : classes;
    node.check(
        rows == classes || (rows == 1 && classes == 2),
        "has " + rows + " intercepts for " + classes + " labels");
    return node.apply(
        new LinearClassifier(
            coefficients(node, rows),
            Tensor.of(intercepts, intercepts.length),
            labels,
            attributes.choice("post_transform", PostTransform.NONE),
            attributes.flag("multi_class", false)));
  }

  private static List<ValueId> regressor(OnnxNode node) {
    node.expect(1);
    Attributes attributes = node.attributes();
    int targets = attributes.smallInteger("targets", 1);
    node.check(targets > 0, "targets should be above 0 but is " + targets);
    float[] intercepts = attributes.numbersOrNone("intercepts");
    node.check(
        intercepts.length == 0 || intercepts.length == targets,
        "has " + intercepts.length + " intercepts for " + targets + " targets");
    return node.apply(
        new LinearRegressor(
            coefficients(node, targets),
            Tensor.of(intercepts, intercepts.length),
            attributes.choice("post_transform", PostTransform.NONE)));
  }

  private static Tensor coefficients(OnnxNode node, long rows) {
    float[] list = node.attributes().numbersOrNone("coefficients");
    node.check(
        list.length > 0 && list.length % rows == 0,
        "has " + list.length + " coefficients, which do not divide into " + rows + " rows");
    return Tensor.of(list, rows, list.length / rows);
  }
}
