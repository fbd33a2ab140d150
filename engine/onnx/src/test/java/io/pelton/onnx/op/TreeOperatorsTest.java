package io.pelton.onnx.op;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.numbers;
import static io.pelton.onnx.TestAttributes.tensor;
import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.TestAttributes.texts;
import static io.pelton.onnx.TestModel.FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.graph.Forest;
import io.pelton.engine.graph.Forest.Mode;
import io.pelton.engine.graph.PostTransform;
import io.pelton.engine.graph.ScoringOp.Aggregate;
import io.pelton.engine.graph.ScoringOp.TreeClassifier;
import io.pelton.engine.graph.ScoringOp.TreeRegressor;
import io.pelton.engine.tensor.DType;
import io.pelton.onnx.InvalidNode;
import io.pelton.onnx.TestModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TreeOperatorsTest {
  /** {@code x0 <= 0.5 ? 1 : (x1 < 2 ? 2 : 3)}, and a tree that is only a leaf of weight 10. */
  private static Map<String, AttributeProto> regressor() {
    Map<String, AttributeProto> attributes = new LinkedHashMap<>();
    for (AttributeProto attribute :
        List.of(
            integers("nodes_treeids", 0, 0, 0, 0, 0, 1),
            integers("nodes_nodeids", 0, 1, 2, 3, 4, 0),
            integers("nodes_featureids", 0, 0, 1, 0, 0, 0),
            texts("nodes_modes", "BRANCH_LEQ", "LEAF", "BRANCH_LT", "LEAF", "LEAF", "LEAF"),
            integers("nodes_truenodeids", 1, 0, 3, 0, 0, 0),
            integers("nodes_falsenodeids", 2, 0, 4, 0, 0, 0),
            numbers("nodes_values", 0.5f, 0, 2, 0, 0, 0),
            integers("target_treeids", 0, 0, 0, 1),
            integers("target_nodeids", 1, 3, 4, 0),
            integers("target_ids", 0, 0, 0, 0),
            numbers("target_weights", 1, 2, 3, 10),
            integer("n_targets", 1))) {
      attributes.put(attribute.getName(), attribute);
    }
    return attributes;
  }

  private static Map<String, AttributeProto> with(AttributeProto... changes) {
    Map<String, AttributeProto> attributes = regressor();
    for (AttributeProto change : changes) {
      attributes.put(change.getName(), change);
    }
    return attributes;
  }

  private static TestModel model(long opset, String op, Map<String, AttributeProto> attributes) {
    return TestModel.ml(opset)
        .single(op, FLOAT, List.of("N", 2), attributes.values().toArray(new AttributeProto[0]));
  }

  private static TreeRegressor read(Map<String, AttributeProto> attributes) {
    return (TreeRegressor) model(3, "TreeEnsembleRegressor", attributes).op();
  }

  private static void refused(String reason, AttributeProto... changes) {
    assertThatThrownBy(() -> read(with(changes)))
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining(reason);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 3, 5})
  void treesAreReadInEveryVersion(long opset) {
    TestModel model = model(opset, "TreeEnsembleRegressor", regressor());
    TreeRegressor op = (TreeRegressor) model.op();
    assertThat(model.type()).hasToString("F32[N,1]");
    assertThat(op.aggregate()).isEqualTo(Aggregate.SUM);
    assertThat(op.post()).isEqualTo(PostTransform.NONE);
    assertThat(op.baseValues().dims()).containsExactly(0);
    assertThat(op.features()).isEqualTo(2);
    Forest forest = op.forest();
    assertThat(forest.isDouble()).isFalse();
    assertThat(forest.roots()).containsExactly(0, 5);
    assertThat(forest.nodes().get(2))
        .isEqualTo(new Forest.Node(Mode.LT, 1, 2, 3, 4, false, List.of()));
    assertThat(forest.nodes().get(5).votes()).containsExactly(new Forest.Vote(0, 10));
  }

  @Test
  void allAttributesAreRead() {
    TreeRegressor op =
        read(
            with(
                integer("n_targets", 2),
                integers("target_ids", 0, 1, 0, 1),
                numbers("base_values", 0.25f, 0.5f),
                integers("nodes_missing_value_tracks_true", 1, 0, 0, 0, 0, 0),
                numbers("nodes_hitrates", 1, 1, 1, 1, 1, 1),
                text("aggregate_function", "AVERAGE"),
                text("post_transform", "LOGISTIC")));
    assertThat(op.aggregate()).isEqualTo(Aggregate.AVERAGE);
    assertThat(op.post()).isEqualTo(PostTransform.LOGISTIC);
    assertThat(op.baseValues().toFloats()).containsExactly(0.25f, 0.5f);
    assertThat(op.forest().nodes().get(0).missingIsTrue()).isTrue();
    assertThat(op.forest().nodes().get(2).missingIsTrue()).isFalse();
    assertThat(op.forest().nodes().get(3).votes()).containsExactly(new Forest.Vote(1, 2));
  }

  @Test
  void doublesAreExact() {
    Map<String, AttributeProto> attributes = regressor();
    attributes.remove("nodes_values");
    attributes.remove("target_weights");
    double[] values = {0.1, 0, 1e300, 0, 0, 0};
    for (AttributeProto attribute :
        List.of(
            tensor("nodes_values_as_tensor", TestModel.doubles("", values, 6)),
            tensor(
                "target_weights_as_tensor", TestModel.doubles("", new double[] {.1, 2, 3, 4}, 4)),
            tensor("base_values_as_tensor", TestModel.doubles("", new double[] {.3}, 1)))) {
      attributes.put(attribute.getName(), attribute);
    }
    TreeRegressor op = read(attributes);
    assertThat(op.forest().isDouble()).isTrue();
    assertThat(op.forest().nodes().get(0).threshold()).isEqualTo(0.1);
    assertThat(op.forest().nodes().get(1).votes()).containsExactly(new Forest.Vote(0, 0.1));
    assertThat(op.baseValues().dtype()).isEqualTo(DType.F64);
    assertThat(op.baseValues().toDoubles()).containsExactly(0.3);
    assertThatThrownBy(() -> model(1, "TreeEnsembleRegressor", attributes).load())
        .isInstanceOf(InvalidNode.class);
    refused(
        "both nodes_values and nodes_values_as_tensor",
        tensor("nodes_values_as_tensor", TestModel.doubles("", values, 6)));
  }

  @Test
  void treesAndNodesComeInAnyOrder() {
    Forest forest =
        read(with(
                integers("nodes_treeids", 7, 9, 7, 7),
                integers("nodes_nodeids", 4, 0, 2, 8),
                integers("nodes_featureids", 0, 0, 0, 0),
                texts("nodes_modes", "LEAF", "LEAF", "BRANCH_EQ", "LEAF"),
                integers("nodes_truenodeids", -1, -1, 8, -1),
                integers("nodes_falsenodeids", -1, -1, 4, -1),
                numbers("nodes_values", 0, 0, 1, 0),
                integers("target_treeids", 9, 7),
                integers("target_nodeids", 0, 8),
                integers("target_ids", 0, 0),
                numbers("target_weights", 5, 6)))
            .forest();
    assertThat(forest.roots()).containsExactly(2, 1);
    assertThat(forest.nodes().get(2))
        .isEqualTo(new Forest.Node(Mode.EQ, 0, 1, 3, 0, false, List.of()));
    assertThat(forest.nodes().get(3).votes()).containsExactly(new Forest.Vote(0, 6));
    assertThat(forest.nodes().get(0).votes()).isEmpty();
  }

  /** Field case A6: set membership built of equalities. */
  @Test
  void parentsMayShareALeaf() {
    Forest forest =
        read(with(
                integers("nodes_treeids", 0, 0, 0, 0),
                integers("nodes_nodeids", 0, 1, 2, 3),
                integers("nodes_featureids", 0, 0, 0, 0),
                texts("nodes_modes", "BRANCH_EQ", "LEAF", "BRANCH_EQ", "LEAF"),
                integers("nodes_truenodeids", 1, -1, 1, -1),
                integers("nodes_falsenodeids", 2, -1, 3, -1),
                numbers("nodes_values", 1, 0, 3, 0),
                integers("target_treeids", 0, 0),
                integers("target_nodeids", 1, 3),
                integers("target_ids", 0, 0),
                numbers("target_weights", 10, 20)))
            .forest();
    assertThat(forest.roots()).containsExactly(0);
    assertThat(forest.nodes().get(0).whenTrue()).isEqualTo(1);
    assertThat(forest.nodes().get(2).whenTrue()).isEqualTo(1);
  }

  @Test
  void cyclesAreRefused() {
    refused(
        "node 0 of tree 0 is its own descendant", integers("nodes_truenodeids", 0, 0, 3, 0, 0, 0));
    refused(
        "node 2 of tree 0 is its own descendant",
        integers("nodes_truenodeids", 1, 0, 2, 0, 0, 0),
        integers("nodes_falsenodeids", 4, 0, 3, 0, 0, 0));
  }

  @Test
  void deepTreesDoNotExhaustTheStack() {
    int depth = 100_000;
    int count = 2 * depth + 1;
    long[] ids = new long[count];
    long[] yes = new long[count];
    long[] no = new long[count];
    String[] modes = new String[count];
    Arrays.fill(modes, "LEAF");
    for (int i = 0; i < count; i++) {
      ids[i] = i;
    }
    for (int i = 0; i < depth; i++) {
      modes[2 * i] = "BRANCH_GT";
      yes[2 * i] = 2L * i + 1;
      no[2 * i] = 2L * i + 2;
    }
    Forest forest =
        read(with(
                integers("nodes_treeids", new long[count]),
                integers("nodes_nodeids", ids),
                integers("nodes_featureids", new long[count]),
                texts("nodes_modes", modes),
                integers("nodes_truenodeids", yes),
                integers("nodes_falsenodeids", no),
                numbers("nodes_values", new float[count]),
                integers("target_treeids", 0),
                integers("target_nodeids", count - 1),
                integers("target_ids", 0),
                numbers("target_weights", 1)))
            .forest();
    assertThat(forest.nodes()).hasSize(count);
  }

  @Test
  void brokenListsAreRefused() {
    refused("nodes_nodeids has 5 entries instead of 6", integers("nodes_nodeids", 0, 1, 2, 3, 4));
    refused("nodes_values has 1 entries instead of 6", numbers("nodes_values", 1));
    refused("nodes_modes has 1 entries instead of 6", texts("nodes_modes", "LEAF"));
    refused(
        "unknown mode 'BRANCH_MEMBER'",
        texts("nodes_modes", "BRANCH_MEMBER", "LEAF", "BRANCH_LT", "LEAF", "LEAF", "LEAF"));
    refused("node 1 of tree 0 is given twice", integers("nodes_nodeids", 0, 1, 1, 3, 4, 0));
    refused(
        "node 0 of tree 0 leads to node 77 of tree 0, which does not exist",
        integers("nodes_truenodeids", 77, 0, 3, 0, 0, 0));
    refused("are both no node's child", integers("nodes_falsenodeids", 1, 0, 4, 0, 0, 0));
    refused("nodes_featureids has -1", integers("nodes_featureids", -1, 0, 0, 0, 0, 0));
    refused(
        "nodes_featureids has 4294967296", integers("nodes_featureids", 1L << 32, 0, 0, 0, 0, 0));
    refused(
        "nodes_missing_value_tracks_true has 2 entries instead of 6",
        integers("nodes_missing_value_tracks_true", 0, 1));
    refused("node 4 of tree 0 votes for target 1 of 1", integers("target_ids", 0, 0, 1, 0));
    refused(
        "votes are given to node 2 of tree 0, which is no leaf",
        integers("target_nodeids", 2, 3, 4, 0));
    refused(
        "votes are given to node 9 of tree 0, which does not exist",
        integers("target_nodeids", 9, 3, 4, 0));
    refused("target_weights has 1 entries instead of 4", numbers("target_weights", 1));
    refused("has 2 base values for 1 targets", numbers("base_values", 1, 2));
    refused("n_targets should be above 0", integer("n_targets", 0));
    refused("'aggregate_function' is 'MEDIAN'", text("aggregate_function", "MEDIAN"));
    refused("'post_transform' is 'EXP'", text("post_transform", "EXP"));
  }

  private static TestModel classifier(AttributeProto... changes) {
    Map<String, AttributeProto> attributes = new LinkedHashMap<>();
    List<AttributeProto> all = new ArrayList<>();
    for (AttributeProto attribute : with(changes).values()) {
      String name = attribute.getName();
      if (name.startsWith("target_")) {
        all.add(attribute.toBuilder().setName(name.replace("target_", "class_")).build());
      } else if (!name.equals("n_targets")) {
        all.add(attribute);
      }
    }
    all.forEach(attribute -> attributes.put(attribute.getName(), attribute));
    return model(3, "TreeEnsembleClassifier", attributes);
  }

  @Test
  void classifiersHaveLabelsAndScores() {
    TestModel model =
        classifier(texts("classlabels_strings", "no", "yes"), numbers("base_values", 0.5f));
    TreeClassifier op = (TreeClassifier) model.op();
    assertThat(op.labels().toStrings()).containsExactly("no", "yes");
    assertThat(op.scores()).isEqualTo(2);
    assertThat(model.type()).hasToString("STRING[N]");
    assertThat(classifier(integers("classlabels_int64s", 3, 4, 5)).type()).hasToString("I64[N]");
  }

  @Test
  void classifiersNeedOneListOfLabelsAndFittingBaseValues() {
    assertThatThrownBy(() -> classifier().load())
        .hasMessageContaining("exactly one of 'classlabels_int64s' and 'classlabels_strings'");
    assertThatThrownBy(
            () ->
                classifier(integers("classlabels_int64s", 0, 1), texts("classlabels_strings", "a"))
                    .load())
        .hasMessageContaining("exactly one of");
    assertThatThrownBy(
            () ->
                classifier(integers("classlabels_int64s", 0, 1), numbers("base_values", 0, 1))
                    .load())
        .hasMessageContaining("trees vote for one class only");
    assertThatThrownBy(
            () ->
                classifier(integers("classlabels_int64s", 0, 1, 2), numbers("base_values", 0))
                    .load())
        .hasMessageContaining("has 1 base values for 3 classes");
    assertThatThrownBy(
            () ->
                classifier(integers("classlabels_int64s", 0, 1), integers("target_ids", 0, 1, 2, 0))
                    .load())
        .hasMessageContaining("votes for class 2 of 2");
  }
}
