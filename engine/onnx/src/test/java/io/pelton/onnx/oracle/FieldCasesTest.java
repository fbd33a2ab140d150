package io.pelton.onnx.oracle;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.number;
import static io.pelton.onnx.TestAttributes.numbers;
import static io.pelton.onnx.TestAttributes.tensor;
import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.TestAttributes.texts;
import static io.pelton.onnx.oracle.FieldRun.answer;
import static io.pelton.onnx.oracle.FieldRun.column;
import static io.pelton.onnx.oracle.FieldRun.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Mapping;
import io.pelton.engine.tensor.Sequence;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import io.pelton.onnx.InvalidNode;
import io.pelton.onnx.TestModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What users of other engines ran into with trees and exported tables, from the file's bytes to the
 * outputs: compiled, realized, and row by row.
 */
class FieldCasesTest {
  private static final float NAN = Float.NaN;

  private static void assertFloats(Value found, double... expected) {
    assertThat(((Tensor) found).dtype()).isEqualTo(DType.F32);
    assertThat(((Tensor) found).toDoubles()).containsExactly(expected, offset(1e-6));
  }

  private static void assertLabels(Value found, long... expected) {
    assertThat(((Tensor) found).toLongs()).containsExactly(expected);
  }

  /** Trees of one split on the only feature, or of one leaf where there is no threshold. */
  private static List<AttributeProto> stumps(String votes, String mode, float[]... trees) {
    Stumps stumps = new Stumps();
    for (float[] tree : trees) {
      stumps.add(mode, tree);
    }
    return stumps.attributes(votes);
  }

  private static TestModel classifier(List<AttributeProto> trees, AttributeProto... more) {
    List<AttributeProto> attributes = new ArrayList<>(trees);
    attributes.add(integers("classlabels_int64s", 0, 1));
    attributes.addAll(List.of(more));
    return TestModel.ml(3)
        .input("x", TestModel.FLOAT, "N", 1)
        .node(
            "TreeEnsembleClassifier",
            "x",
            "label,scores",
            attributes.toArray(new AttributeProto[0]))
        .output("label")
        .output("scores");
  }

  private static TestModel regressor(int type, List<AttributeProto> trees, AttributeProto... more) {
    List<AttributeProto> attributes = new ArrayList<>(trees);
    attributes.add(integer("n_targets", 1));
    attributes.addAll(List.of(more));
    return TestModel.ml(3)
        .input("x", type, "N", 1)
        .node("TreeEnsembleRegressor", "x", "y", attributes.toArray(new AttributeProto[0]))
        .output("y");
  }

  @Test
  void a1TheOneColumnOfAForestIsTheProbabilityOfTheSecondLabel() {
    TestModel model =
        classifier(
            stumps(
                "class",
                "BRANCH_LEQ",
                new float[] {0.5f, 0.1f, 0.4f},
                new float[] {1.5f, 0.05f, 0.45f}),
            text("post_transform", "NONE"));
    Map<String, Value> out = run(model, column(0, 1, 2));
    assertFloats(out.get("scores"), .85, .15, .55, .45, .15, .85);
    assertLabels(out.get("label"), 0, 0, 1);
  }

  @ParameterizedTest
  @CsvSource({
    "0.5, 0.37754065, 0.62245935, 1",
    "-0.5, 0.62245935, 0.37754065, 0",
    "0, 0.5, 0.5, 0"
  })
  void a2TheSigmoidAppliesToLeavesWhateverTheirSign(
      float weight, double first, double second, long label) {
    TestModel model =
        classifier(
            stumps("class", "LEAF", new float[] {weight}), text("post_transform", "LOGISTIC"));
    Map<String, Value> out = run(model, column(3));
    assertFloats(out.get("scores"), first, second);
    assertLabels(out.get("label"), label);
  }

  @Test
  void a2TheSigmoidAppliesToPositiveVotes() {
    TestModel model =
        classifier(
            stumps("class", "BRANCH_LEQ", new float[] {0.5f, 0.2f, 0.9f}),
            text("post_transform", "LOGISTIC"));
    Map<String, Value> out = run(model, column(0, 1));
    assertFloats(out.get("scores"), .45016605, .54983395, .28905052, .7109495);
    assertLabels(out.get("label"), 1, 1);
  }

  /** Rows: NaN, infinity, -infinity, 0.5. */
  @ParameterizedTest
  @CsvSource({
    "LEQ, 20, 10, 20, 10, 10",
    "LT, 20, 10, 20, 10, 20",
    "GT, 20, 10, 10, 20, 20",
    "GTE, 20, 10, 10, 20, 10",
    "EQ, 20, 10, 20, 20, 10",
    "NEQ, 10, 10, 10, 10, 20"
  })
  void a3MissingValuesGoWhereTheNodeSays(
      String mode,
      double unflagged,
      double flagged,
      double positive,
      double negative,
      double equal) {
    Tensor rows = column(NAN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, 0.5f);
    List<AttributeProto> stump = stumps("target", "BRANCH_" + mode, new float[] {0.5f, 10, 20});
    assertFloats(
        run(regressor(TestModel.FLOAT, stump), rows).get("y"),
        unflagged,
        positive,
        negative,
        equal);
    assertFloats(
        run(
                regressor(
                    TestModel.FLOAT, stump, integers("nodes_missing_value_tracks_true", 0, 0, 0)),
                rows)
            .get("y"),
        unflagged,
        positive,
        negative,
        equal);
    assertFloats(
        run(
                regressor(
                    TestModel.FLOAT, stump, integers("nodes_missing_value_tracks_true", 1, 0, 0)),
                rows)
            .get("y"),
        flagged,
        positive,
        negative,
        equal);
  }

  @Test
  void a4FloatRowsMeetFloatThresholds() {
    TestModel model =
        regressor(TestModel.FLOAT, stumps("target", "BRANCH_LEQ", new float[] {0.1f, 10, 20}));
    Tensor rows = column(0.1f, (float) 0.1000000000001, Math.nextUp(0.1f));
    assertFloats(run(model, rows).get("y"), 10, 10, 20);
  }

  @Test
  void a4DoubleRowsMeetDoubleThresholds() {
    List<AttributeProto> attributes =
        new ArrayList<>(stumps("target", "BRANCH_LEQ", new float[] {0, 0, 0}));
    attributes.removeIf(
        attribute ->
            attribute.getName().equals("nodes_values")
                || attribute.getName().equals("target_weights"));
    TestModel model =
        regressor(
            TestModel.DOUBLE,
            attributes,
            tensor("nodes_values_as_tensor", TestModel.doubles("t", new double[] {0.1, 0, 0}, 3)),
            tensor("target_weights_as_tensor", TestModel.doubles("t", new double[] {10, 20}, 2)));
    Tensor rows = Tensor.of(new double[] {0.1, 0.1000000000001, 0.1f}, 3, 1);
    assertFloats(run(model, rows).get("y"), 10, 20, 20);
  }

  @ParameterizedTest
  @CsvSource({"-0.8472979, 0.3900034, 0", "0.3, 0.6681878, 1"})
  void a5BaseValuesAreAddedAsTheyAreWritten(float base, double expected, long label) {
    TestModel model =
        classifier(
            stumps("class", "LEAF", new float[] {0.4f}),
            numbers("base_values", base),
            text("post_transform", "LOGISTIC"));
    Map<String, Value> out = run(model, column(0));
    assertFloats(out.get("scores"), 1 - expected, expected);
    assertLabels(out.get("label"), label);
  }

  @Test
  void a5BaseValuesOfRegressorsAreAddedOnce() {
    List<AttributeProto> trees =
        stumps("target", "LEAF", new float[] {10}, new float[] {20}, new float[] {30});
    assertFloats(
        run(regressor(TestModel.FLOAT, trees, numbers("base_values", 0.5f)), column(0)).get("y"),
        60.5);
    assertFloats(
        run(
                regressor(
                    TestModel.FLOAT,
                    trees,
                    numbers("base_values", 0.5f),
                    text("aggregate_function", "AVERAGE")),
                column(0))
            .get("y"),
        20.5);
  }

  @Test
  void a5TwoBaseValuesForOneColumnAreRefused() {
    TestModel model =
        classifier(stumps("class", "LEAF", new float[] {0.4f}), numbers("base_values", 0.1f, 0.2f));
    assertThatThrownBy(model::load)
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("one base value");
  }

  private static TestModel twoSplits(long whenFalse) {
    return regressor(
        TestModel.FLOAT,
        List.of(
            integers("nodes_treeids", 0, 0, 0, 0),
            integers("nodes_nodeids", 0, 1, 2, 3),
            integers("nodes_featureids", 0, 0, 0, 0),
            texts("nodes_modes", "BRANCH_EQ", "LEAF", "BRANCH_EQ", "LEAF"),
            numbers("nodes_values", 1, 0, 3, 0),
            integers("nodes_truenodeids", 1, -1, 1, -1),
            integers("nodes_falsenodeids", 2, -1, whenFalse, -1),
            integers("target_treeids", 0, 0),
            integers("target_nodeids", 1, 3),
            integers("target_ids", 0, 0),
            numbers("target_weights", 10, 20)));
  }

  @Test
  void a6ParentsMayShareALeaf() {
    assertFloats(run(twoSplits(3), column(1, 2, 3)).get("y"), 10, 20, 10);
  }

  @Test
  void a6CyclesAreRefused() {
    assertThatThrownBy(() -> twoSplits(0).load()).isInstanceOf(InvalidNode.class);
  }

  @ParameterizedTest
  @ValueSource(longs = {2, 4})
  void a7NanIsAKey(long version) {
    TestModel model =
        TestModel.ml(version)
            .input("x", TestModel.FLOAT, "N", 1)
            .node(
                "LabelEncoder",
                "x",
                "y",
                numbers("keys_floats", 1, 2, NAN),
                texts("values_strings", "a", "b", "nan!"),
                text("default_string", "dflt"))
            .output("y");
    assertThat(((Tensor) run(model, column(1, NAN, 2, 5)).get("y")).toStrings())
        .containsExactly("a", "nan!", "b", "dflt");
  }

  @Test
  void a7NanAndZerosAreKeysOfIntegers() {
    TestModel model =
        TestModel.ml(4)
            .input("x", TestModel.FLOAT, "N", 1)
            .node(
                "LabelEncoder",
                "x",
                "y",
                numbers("keys_floats", 1, 2, NAN, 0),
                integers("values_int64s", 1, 2, 9, 4),
                integer("default_int64", -5))
            .output("y");
    assertLabels(run(model, column(1, NAN, 2, 5, -0.0f)).get("y"), 1, 9, 2, -5, 4);
  }

  private static TestModel oneHot(int type, boolean zeros, AttributeProto categories) {
    return TestModel.ml(1)
        .input("x", type, "N", 1)
        .node("OneHotEncoder", "x", "y", categories, integer("zeros", zeros ? 1 : 0))
        .output("y");
  }

  @Test
  void a8UnknownCategoriesAreZeros() {
    Tensor y =
        (Tensor)
            run(
                    oneHot(TestModel.STRING, true, texts("cats_strings", "a", "b")),
                    Tensor.of(new String[] {"a", "c"}, 2, 1))
                .get("y");
    assertThat(y.dims()).containsExactly(2, 1, 2);
    assertFloats(y, 1, 0, 0, 0);
  }

  @Test
  void a8UnknownCategoriesAreRefusedByName() {
    Answer answer =
        answer(
            oneHot(TestModel.STRING, false, texts("cats_strings", "a", "b")),
            Tensor.of(new String[] {"a", "c"}, 2, 1));
    assertThat(answer).isInstanceOf(Answer.Refused.class);
    assertThat(((Answer.Refused) answer).message()).contains("'c'").contains("row 1");
  }

  @Test
  void a8FloatsAreTruncatedToCategories() {
    assertFloats(
        run(oneHot(TestModel.FLOAT, true, integers("cats_int64s", 1, 2)), column(1.7f, NAN, 2))
            .get("y"),
        1,
        0,
        0,
        0,
        0,
        1);
  }

  /** Scores are the row itself. */
  private static TestModel zipped(AttributeProto classLabels, AttributeProto mapLabels) {
    return TestModel.ml(1)
        .input("x", TestModel.FLOAT, "N", 2)
        .node(
            "LinearClassifier",
            "x",
            "label,scores",
            numbers("coefficients", 1, 0, 0, 1),
            numbers("intercepts", 0, 0),
            classLabels)
        .node("ZipMap", "scores", "probabilities", mapLabels);
  }

  private static void assertMaps(Value found, List<Map<Object, Object>> expected) {
    assertThat(Flat.of(found).elements()).isEqualTo(expected);
  }

  @Test
  void a9LabelsAndMapsComeAloneAndTogether() {
    AttributeProto labels = integers("classlabels_ints", 3, 7);
    AttributeProto keys = integers("classlabels_int64s", 3, 7);
    List<Map<Object, Object>> maps = List.of(Map.of(3L, .1f, 7L, .9f), Map.of(3L, .8f, 7L, .2f));
    Tensor x = Tensor.of(new float[] {.1f, .9f, .8f, .2f}, 2, 2);
    assertLabels(run(zipped(labels, keys).output("label"), x).get("label"), 7, 3);
    assertMaps(run(zipped(labels, keys).output("probabilities"), x).get("probabilities"), maps);
    Map<String, Value> both = run(zipped(labels, keys).output("label").output("probabilities"), x);
    assertLabels(both.get("label"), 7, 3);
    assertMaps(both.get("probabilities"), maps);
    Mapping first = (Mapping) ((Sequence) both.get("probabilities")).values().get(0);
    assertThat(first.keys().toLongs()).as("in file order").containsExactly(3, 7);
  }

  @Test
  void a9StringLabelsBehaveAlike() {
    TestModel model =
        zipped(texts("classlabels_strings", "z", "a"), texts("classlabels_strings", "z", "a"))
            .output("label")
            .output("probabilities");
    Map<String, Value> out = run(model, Tensor.of(new float[] {.1f, .9f, .8f, .2f}, 2, 2));
    assertThat(((Tensor) out.get("label")).toStrings()).containsExactly("a", "z");
    assertMaps(
        out.get("probabilities"), List.of(Map.of("z", .1f, "a", .9f), Map.of("z", .8f, "a", .2f)));
    Mapping first = (Mapping) ((Sequence) out.get("probabilities")).values().get(0);
    assertThat(first.keys().toStrings()).as("in file order").containsExactly("z", "a");
  }

  @Test
  void a10CodesAreComparedAsTheyAre() {
    TestModel model =
        regressor(TestModel.FLOAT, stumps("target", "BRANCH_EQ", new float[] {2, 10, 20}));
    assertFloats(run(model, column(NAN, -1, 2.5f, 2)).get("y"), 20, 20, 20, 10);
  }

  @Test
  void bordersOfBinarizersDoNotCount() {
    TestModel model =
        TestModel.ml(1)
            .input("x", TestModel.FLOAT, "N", 1)
            .node("Binarizer", "x", "y", number("threshold", 0.5f))
            .output("y");
    assertFloats(run(model, column(0.5f, Math.nextUp(0.5f), NAN)).get("y"), 0, 1, 0);
  }
}
