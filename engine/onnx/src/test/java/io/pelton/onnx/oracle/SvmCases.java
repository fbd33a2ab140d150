package io.pelton.onnx.oracle;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.numbers;
import static io.pelton.onnx.TestAttributes.text;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.TensorProtos;
import io.pelton.onnx.TestModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Support vector machines alone. */
final class SvmCases implements CaseFamily {
  @Override
  public GeneratedCase make(long seed) {
    Draw draw = new Draw(seed);
    int features = draw.between(1, 5);
    boolean isClassifier = draw.chance(0.7);
    // the peer has regressors for float32 only
    DType input = isClassifier ? draw.one(DType.F32, DType.F64, DType.I64, DType.I32) : DType.F32;
    TestModel model = TestModel.ml(1).input("x", TensorProtos.code(input), "N", (long) features);
    if (isClassifier) {
      model
          .node("SVMClassifier", "x", "label,scores", classifier(draw, features))
          .output("label")
          .output("scores");
    } else {
      model.node("SVMRegressor", "x", "y", regressor(draw, features)).output("y");
    }
    List<Map<String, Tensor>> batches =
        Batches.of(rows -> Map.of("x", FeatureDraw.plain(draw, input, rows, features)));
    return new GeneratedCase("svm", seed, model.proto(), batches);
  }

  static AttributeProto[] classifier(Draw draw, int features) {
    List<AttributeProto> attributes = new ArrayList<>();
    int classes = draw.between(2, 4);
    int pairs = classes * (classes - 1) / 2;
    attributes.add(Labels.draw(draw, classes, "classlabels_ints", "classlabels_strings"));
    if (draw.chance(0.8)) {
      long[] perClass = new long[classes];
      Arrays.setAll(perClass, i -> draw.between(1, 4));
      int vectors = (int) Arrays.stream(perClass).sum();
      attributes.add(integers("vectors_per_class", perClass));
      addVectors(draw, attributes, vectors, features, (classes - 1) * vectors);
      attributes.add(numbers("rho", offsets(draw, pairs)));
      if (draw.chance(0.5)) {
        attributes.add(numbers("prob_a", draw.normals(pairs)));
        attributes.add(numbers("prob_b", draw.normals(pairs)));
        // clamped to 1e-7, where SOFTMAX_ZERO has its jump
        attributes.add(text("post_transform", draw.one("NONE", "SOFTMAX", "LOGISTIC", "PROBIT")));
        return attributes.toArray(new AttributeProto[0]);
      }
    } else {
      attributes.add(numbers("coefficients", draw.normals(classes * features)));
      attributes.add(numbers("rho", offsets(draw, 1)));
      addKernel(attributes, "LINEAR", draw);
    }
    TreeCases.addPost(draw, attributes);
    return attributes.toArray(new AttributeProto[0]);
  }

  static AttributeProto[] regressor(Draw draw, int features) {
    List<AttributeProto> attributes = new ArrayList<>();
    if (draw.chance(0.8)) {
      int vectors = draw.between(1, 8);
      attributes.add(integer("n_supports", vectors));
      addVectors(draw, attributes, vectors, features, vectors);
    } else {
      attributes.add(numbers("coefficients", draw.normals(features)));
      addKernel(attributes, "LINEAR", draw);
    }
    attributes.add(numbers("rho", offsets(draw, 1)));
    if (draw.chance(0.4)) {
      attributes.add(integer("one_class", draw.below(2)));
    }
    TreeCases.addPost(draw, attributes);
    return attributes.toArray(new AttributeProto[0]);
  }

  /** Not simple ones, with which scores could be 0 but for rounding. */
  private static float[] offsets(Draw draw, int count) {
    float[] offsets = new float[count];
    for (int i = 0; i < count; i++) {
      offsets[i] = draw.normal();
    }
    return offsets;
  }

  private static void addVectors(
      Draw draw, List<AttributeProto> attributes, int vectors, int features, int coefficients) {
    attributes.add(numbers("support_vectors", draw.normals(vectors * features)));
    attributes.add(numbers("coefficients", draw.normals(coefficients)));
    addKernel(attributes, draw.one("LINEAR", "POLY", "RBF", "SIGMOID"), draw);
  }

  private static void addKernel(List<AttributeProto> attributes, String kernel, Draw draw) {
    attributes.add(text("kernel_type", kernel));
    // a whole degree: a fraction of a negative number has no power
    attributes.add(
        numbers(
            "kernel_params", Math.abs(draw.normal()) / 8, draw.simple() / 4, draw.between(1, 3)));
  }
}
