package io.pelton.onnx.op;

import io.pelton.engine.graph.PostTransform;
import io.pelton.engine.graph.ScoringOp.SvmClassifier;
import io.pelton.engine.graph.ScoringOp.SvmRegressor;
import io.pelton.engine.graph.SupportVectors;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.ArrayList;
import java.util.List;

/** Support vector machines; without support vectors, the coefficients are weights of features. */
final class SvmOperators {
  private SvmOperators() {}

  static void addTo(OperatorFamily ops) {
    ops.add("SVMClassifier", 1, SvmOperators::classifier);
    ops.add("SVMRegressor", 1, SvmOperators::regressor);
  }

  private static List<ValueId> classifier(OnnxNode node) {
    node.expect(1);
    Tensor labels = Labels.of(node, "classlabels_ints", "classlabels_strings");
    int classes = Math.toIntExact(labels.layout().elements());
    List<Integer> perClass = vectorsPerClass(node);
    long count = perClass.stream().mapToLong(Integer::longValue).sum();
    node.check(
        count == 0 || perClass.size() == classes,
        "vectors_per_class has " + perClass.size() + " entries for " + classes + " labels");
    node.check(count == 0 || classes > 1, "support vectors need at least two labels");
    long pairs = classes * (classes - 1L) / 2;
    SupportVectors vectors =
        count == 0
            ? linear(node, classes, classes)
            : kernelized(node, count, classes - 1L, pairs, perClass);
    PostTransform post = node.attributes().choice("post_transform", PostTransform.NONE);
    return node.apply(new SvmClassifier(vectors, labels, post));
  }

  private static List<ValueId> regressor(OnnxNode node) {
    node.expect(1);
    Attributes attributes = node.attributes();
    long count = attributes.integer("n_supports", 0);
    node.check(count >= 0, "n_supports is negative: " + count);
    SupportVectors vectors =
        count == 0 ? linear(node, 1, 1) : kernelized(node, count, 1, 1, List.of());
    return node.apply(
        new SvmRegressor(
            vectors,
            attributes.flag("one_class", false),
            attributes.choice("post_transform", PostTransform.NONE)));
  }

  private static List<Integer> vectorsPerClass(OnnxNode node) {
    List<Integer> counts = new ArrayList<>();
    for (long count : node.attributes().integersOrNone("vectors_per_class")) {
      node.check(
          count >= 0 && count <= Integer.MAX_VALUE, "vectors_per_class has the entry " + count);
      counts.add((int) count);
    }
    return counts;
  }

  private static SupportVectors linear(OnnxNode node, int rows, int offsets) {
    float[] weights = node.attributes().numbersOrNone("coefficients");
    node.attributes().ignore("support_vectors");
    node.attributes().ignore("kernel_type");
    node.check(
        weights.length > 0 && weights.length % rows == 0,
        "has " + weights.length + " coefficients, which do not divide into " + rows + " rows");
    int features = weights.length / rows;
    return vectors(
        node,
        SupportVectors.Kernel.LINEAR,
        Tensor.of(new float[0], 0, features),
        Tensor.of(weights, rows, features),
        rho(node, offsets, true),
        List.of());
  }

  /**
   * @param rows of coefficients, each with one per vector
   */
  private static SupportVectors kernelized(
      OnnxNode node, long count, long rows, long offsets, List<Integer> perClass) {
    float[] vectors = node.attributes().numbersOrNone("support_vectors");
    node.check(
        vectors.length > 0 && vectors.length % count == 0,
        "support_vectors has " + vectors.length + " entries for " + count + " vectors");
    float[] coefficients = node.attributes().numbersOrNone("coefficients");
    node.check(
        coefficients.length == Math.multiplyExact(rows, count),
        "has " + coefficients.length + " coefficients instead of " + rows + " x " + count);
    return vectors(
        node,
        node.attributes().choice("kernel_type", SupportVectors.Kernel.LINEAR),
        Tensor.of(vectors, count, vectors.length / count),
        perClass.isEmpty() ? Tensor.of(coefficients, count) : Tensor.of(coefficients, rows, count),
        rho(node, offsets, false),
        perClass);
  }

  private static SupportVectors vectors(
      OnnxNode node,
      SupportVectors.Kernel kernel,
      Tensor vectors,
      Tensor coefficients,
      Tensor rho,
      List<Integer> perClass) {
    float[] parameters = node.attributes().numbersOrNone("kernel_params");
    node.check(
        parameters.length == 0 || parameters.length == 3,
        "kernel_params should be gamma, coef0 and degree but has "
            + parameters.length
            + " entries");
    boolean isGiven = parameters.length == 3;
    long pairs = perClass.size() * (perClass.size() - 1L) / 2;
    return new SupportVectors(
        kernel,
        isGiven ? parameters[0] : 0,
        isGiven ? parameters[1] : 0,
        isGiven ? parameters[2] : 0,
        vectors,
        coefficients,
        rho,
        perClass,
        probability(node, "prob_a", pairs),
        probability(node, "prob_b", pairs));
  }

  private static Tensor rho(OnnxNode node, long offsets, boolean mayBeShared) {
    float[] rho = node.attributes().numbers("rho").orElseGet(() -> new float[1]);
    node.check(
        rho.length == offsets || (mayBeShared && rho.length == 1),
        "rho has " + rho.length + " entries instead of " + offsets);
    return Tensor.of(rho, rho.length);
  }

  private static Tensor probability(OnnxNode node, String name, long pairs) {
    float[] list = node.attributes().numbersOrNone(name);
    float[] other = node.attributes().numbersOrNone(name.equals("prob_a") ? "prob_b" : "prob_a");
    node.check(
        list.length == other.length && (list.length == 0 || list.length == pairs),
        "prob_a and prob_b should have one entry for each of " + pairs + " pairs of classes");
    return Tensor.of(list, list.length);
  }
}
