package io.pelton.onnx.oracle;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.numbers;
import static io.pelton.onnx.TestAttributes.tensor;
import static io.pelton.onnx.TestAttributes.texts;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Half;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import io.pelton.onnx.TestModel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The operators and precisions in which a file can hold one split, {@code x MODE threshold ? 10 :
 * 20}.
 */
enum SplitForm {
  REGRESSOR(DType.F32),
  REGRESSOR_OF_DOUBLES(DType.F64),
  CLASSIFIER(DType.F32),
  CLASSIFIER_OF_DOUBLES(DType.F64),
  ENSEMBLE(DType.F32),
  ENSEMBLE_OF_DOUBLES(DType.F64),
  ENSEMBLE_OF_HALVES(DType.F16);

  /** In the order of the numbers that TreeEnsemble has for them. */
  static final List<String> MODES = List.of("LEQ", "LT", "GTE", "GT", "EQ", "NEQ", "MEMBER");

  private static final int MEMBER = MODES.indexOf("MEMBER");

  private final DType dtype;

  SplitForm(DType dtype) {
    this.dtype = dtype;
  }

  /** In which thresholds are held and compared. */
  DType dtype() {
    return dtype;
  }

  private boolean isEnsemble() {
    return name().startsWith("ENSEMBLE");
  }

  /** What the file calls a comparison; membership is a mode of TreeEnsemble alone. */
  boolean has(String mode) {
    return isEnsemble() || !mode.equals("MEMBER");
  }

  /** Rounds a number to the dtype. */
  double rounded(double number) {
    return switch (dtype) {
      case F64 -> number;
      case F32 -> (float) number;
      default -> Half.f16ToFloat(Half.doubleToF16(number));
    };
  }

  /**
   * 10 or 20 by row.
   *
   * @param flag that says where missing values go; null to leave the list out
   * @param rows of the only feature; rounded to what the operator takes
   * @param thresholds one; of a set its members
   */
  double[] leaves(String mode, Boolean flag, double[] rows, double... thresholds) {
    List<AttributeProto> attributes = new ArrayList<>();
    if (flag != null) {
      long[] flags = new long[isEnsemble() ? 1 : 3];
      flags[0] = flag ? 1 : 0;
      attributes.add(integers("nodes_missing_value_tracks_true", flags));
    }
    if (isEnsemble()) {
      return ensemble(attributes, MODES.indexOf(mode), rows, thresholds);
    }
    return name().startsWith("REGRESSOR")
        ? regressor(attributes, mode, rows, thresholds[0])
        : classifier(attributes, mode, rows, thresholds[0]);
  }

  private TestModel model() {
    int type = dtype == DType.F64 ? TestModel.DOUBLE : TestModel.FLOAT;
    return TestModel.ml(isEnsemble() ? 5 : 3).opset("", 13).input("x", type, "N", 1);
  }

  private Tensor x(double... rows) {
    return Tensors.of(dtype == DType.F64 ? DType.F64 : DType.F32, rows, rows.length, 1);
  }

  private double[] ensemble(
      List<AttributeProto> attributes, int mode, double[] rows, double... thresholds) {
    TensorProto modes = TestModel.tensor("m", 2, 1).addInt32Data(mode).build();
    boolean isSet = mode == MEMBER;
    Collections.addAll(
        attributes,
        integer("n_targets", 1),
        integers("tree_roots", 0),
        integers("nodes_featureids", 0),
        tensor("nodes_modes", modes),
        tensor("nodes_splits", numbersOf(isSet ? 0 : thresholds[0])),
        integers("nodes_truenodeids", 0),
        integers("nodes_trueleafs", 1),
        integers("nodes_falsenodeids", 1),
        integers("nodes_falseleafs", 1),
        integers("leaf_targetids", 0, 0),
        tensor("leaf_weights", numbersOf(10, 20)));
    if (isSet) {
      attributes.add(tensor("membership_values", numbersOf(thresholds)));
    }
    AttributeProto[] all = attributes.toArray(new AttributeProto[0]);
    TestModel model = model();
    if (dtype == DType.F16) {
      model
          .node("::Cast", "x", "h", integer("to", TestModel.FLOAT16))
          .node("TreeEnsemble", "h", "s", all)
          .node("::Cast", "s", "y", integer("to", TestModel.FLOAT));
    } else {
      model.node("TreeEnsemble", "x", "y", all);
    }
    return ((Tensor) FieldRun.run(model.output("y"), x(rows)).get("y")).toDoubles();
  }

  private TensorProto numbersOf(double... values) {
    if (dtype == DType.F64) {
      return TestModel.doubles("d", values, values.length);
    }
    int type = dtype == DType.F32 ? TestModel.FLOAT : TestModel.FLOAT16;
    TensorProto.Builder proto = TestModel.tensor("t", type, values.length);
    for (double value : values) {
      if (dtype == DType.F32) {
        proto.addFloatData((float) value);
      } else {
        proto.addInt32Data(Half.doubleToF16(value));
      }
    }
    return proto.build();
  }

  /** Nodes of the operators that have lists for all of them. */
  private void addNodes(
      List<AttributeProto> attributes, String votes, String mode, double threshold, double... w) {
    Collections.addAll(
        attributes,
        integers("nodes_treeids", 0, 0, 0),
        integers("nodes_nodeids", 0, 1, 2),
        integers("nodes_featureids", 0, 0, 0),
        texts("nodes_modes", "BRANCH_" + mode.toUpperCase(Locale.ROOT), "LEAF", "LEAF"),
        integers("nodes_truenodeids", 1, 0, 0),
        integers("nodes_falsenodeids", 2, 0, 0),
        integers(votes + "_treeids", 0, 0),
        integers(votes + "_nodeids", 1, 2),
        integers(votes + "_ids", 0, 0));
    if (dtype == DType.F64) {
      attributes.add(tensor("nodes_values_as_tensor", numbersOf(threshold, 0, 0)));
      attributes.add(tensor(votes + "_weights_as_tensor", numbersOf(w)));
    } else {
      attributes.add(numbers("nodes_values", (float) threshold, 0, 0));
      attributes.add(numbers(votes + "_weights", (float) w[0], (float) w[1]));
    }
  }

  private double[] regressor(
      List<AttributeProto> attributes, String mode, double[] rows, double threshold) {
    addNodes(attributes, "target", mode, threshold, 10, 20);
    attributes.add(integer("n_targets", 1));
    TestModel model =
        model()
            .node("TreeEnsembleRegressor", "x", "y", attributes.toArray(new AttributeProto[0]))
            .output("y");
    return ((Tensor) FieldRun.run(model, x(rows)).get("y")).toDoubles();
  }

  /** The labels say which leaf it was. */
  private double[] classifier(
      List<AttributeProto> attributes, String mode, double[] rows, double threshold) {
    addNodes(attributes, "class", mode, threshold, -1, 1);
    attributes.add(integers("classlabels_int64s", 10, 20));
    TestModel model =
        model()
            .node(
                "TreeEnsembleClassifier",
                "x",
                "label,scores",
                attributes.toArray(new AttributeProto[0]))
            .output("label")
            .output("scores");
    Map<String, Value> outputs = FieldRun.run(model, x(rows));
    return ((Tensor) outputs.get("label")).toDoubles();
  }
}
