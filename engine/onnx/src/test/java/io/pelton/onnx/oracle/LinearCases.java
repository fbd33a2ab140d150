package io.pelton.onnx.oracle;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.numbers;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.TensorProtos;
import io.pelton.onnx.TestModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Linear classifiers and regressors alone. */
final class LinearCases implements CaseFamily {
  @Override
  public GeneratedCase make(long seed) {
    Draw draw = new Draw(seed);
    int features = draw.between(1, 6);
    boolean isClassifier = draw.chance(0.7);
    // the peer has regressors for float32 only
    DType input = isClassifier ? draw.one(DType.F32, DType.F64, DType.I64, DType.I32) : DType.F32;
    TestModel model = TestModel.ml(1).input("x", TensorProtos.code(input), "N", (long) features);
    if (isClassifier) {
      model
          .node("LinearClassifier", "x", "label,scores", classifier(draw, features))
          .output("label")
          .output("scores");
    } else {
      model.node("LinearRegressor", "x", "y", regressor(draw, features)).output("y");
    }
    List<Map<String, Tensor>> batches =
        Batches.of(rows -> Map.of("x", FeatureDraw.plain(draw, input, rows, features)));
    return new GeneratedCase("linear", seed, model.proto(), batches);
  }

  static AttributeProto[] classifier(Draw draw, int features) {
    List<AttributeProto> attributes = new ArrayList<>();
    int classes = draw.one(1, 2, 2, 3, 4);
    int rows = classes == 2 && draw.chance(0.5) ? 1 : classes;
    attributes.add(numbers("coefficients", draw.normals(rows * features)));
    // the peer counts the rows by their intercepts
    attributes.add(numbers("intercepts", draw.chance(0.2) ? new float[rows] : draw.normals(rows)));
    attributes.add(Labels.draw(draw, classes, "classlabels_ints", "classlabels_strings"));
    if (draw.chance(0.5)) {
      attributes.add(integer("multi_class", draw.below(2)));
    }
    TreeCases.addPost(draw, attributes);
    return attributes.toArray(new AttributeProto[0]);
  }

  static AttributeProto[] regressor(Draw draw, int features) {
    List<AttributeProto> attributes = new ArrayList<>();
    int targets = draw.between(1, 3);
    attributes.add(numbers("coefficients", draw.normals(targets * features)));
    if (targets > 1 || draw.chance(0.5)) {
      attributes.add(integer("targets", targets));
    }
    if (draw.chance(0.7)) {
      attributes.add(numbers("intercepts", draw.normals(targets)));
    }
    TreeCases.addPost(draw, attributes);
    return attributes.toArray(new AttributeProto[0]);
  }
}
