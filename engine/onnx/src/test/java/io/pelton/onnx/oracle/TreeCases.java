package io.pelton.onnx.oracle;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.text;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.TensorProtos;
import io.pelton.onnx.TestModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Tree ensembles alone. */
final class TreeCases implements CaseFamily {
  @Override
  public GeneratedCase make(long seed) {
    Draw draw = new Draw(seed);
    boolean isClassifier = draw.chance(0.6);
    // the peer has regressors for floats only
    DType input =
        draw.chance(0.5)
            ? DType.F32
            : isClassifier ? draw.one(DType.F64, DType.I64, DType.I32) : DType.F64;
    long opset = draw.one(1L, 3L);
    // the peer takes float64 lists beside float64 inputs only
    boolean isDouble = opset == 3 && input == DType.F64 && draw.chance(0.7);
    int features = draw.between(1, 5);
    DType thresholds = isDouble ? DType.F64 : input == DType.F64 ? DType.F32 : input;
    int targets = isClassifier ? draw.one(1, 2, 2, 3, 5) : draw.one(1, 1, 2, 3);
    ForestDraw forest =
        new ForestDraw(
            draw, features, targets, feature -> FeatureDraw.threshold(draw, thresholds), isDouble);
    TestModel model =
        TestModel.ml(opset).input("x", TensorProtos.code(input), "N", (long) features);
    if (isClassifier) {
      model
          .node("TreeEnsembleClassifier", "x", "label,scores", classifier(draw, forest, targets))
          .output("label")
          .output("scores");
    } else {
      model.node("TreeEnsembleRegressor", "x", "y", regressor(draw, forest, targets)).output("y");
    }
    List<Map<String, Tensor>> batches =
        Batches.of(
            rows ->
                Map.of("x", FeatureDraw.rows(draw, input, rows, features, forest.thresholds())));
    return new GeneratedCase("trees", seed, model.proto(), batches);
  }

  static AttributeProto[] classifier(Draw draw, ForestDraw forest, int classes) {
    List<AttributeProto> attributes = new ArrayList<>(forest.attributes("class"));
    attributes.add(Labels.draw(draw, classes, "classlabels_int64s", "classlabels_strings"));
    int only = classes == 2 ? forest.onlyTarget() : -1;
    if (only != 1) {
      // what base values mean where all votes are for the second of two labels is open
      addBase(draw, forest, attributes, only == 0 ? 1 : classes);
    }
    addPost(draw, attributes);
    return attributes.toArray(new AttributeProto[0]);
  }

  static AttributeProto[] regressor(Draw draw, ForestDraw forest, int targets) {
    List<AttributeProto> attributes = new ArrayList<>(forest.attributes("target"));
    attributes.add(integer("n_targets", targets));
    addBase(draw, forest, attributes, targets);
    addPost(draw, attributes);
    if (draw.chance(0.8)) {
      attributes.add(text("aggregate_function", draw.one("SUM", "AVERAGE", "MIN", "MAX")));
    }
    return attributes.toArray(new AttributeProto[0]);
  }

  private static void addBase(
      Draw draw, ForestDraw forest, List<AttributeProto> attributes, int count) {
    if (draw.chance(0.4)) {
      attributes.add(forest.reals("base_values", draw.many(count, i -> (double) draw.simple())));
    }
  }

  static void addPost(Draw draw, List<AttributeProto> attributes) {
    if (draw.chance(0.85)) {
      attributes.add(
          text(
              "post_transform", draw.one("NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT")));
    }
  }
}
