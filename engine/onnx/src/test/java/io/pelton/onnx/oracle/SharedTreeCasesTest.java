package io.pelton.onnx.oracle;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.numbers;
import static io.pelton.onnx.TestAttributes.tensor;
import static io.pelton.onnx.TestAttributes.texts;
import static io.pelton.onnx.oracle.FieldRun.column;
import static io.pelton.onnx.oracle.FieldRun.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.InvalidNode;
import io.pelton.onnx.TestModel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The kind of field case A6, trees that share nodes or never end, in every operator; and what
 * stands for base values in TreeEnsemble, which has none: the rest of A5.
 */
class SharedTreeCasesTest {
  private static final int EQUAL = 4;

  /**
   * {@code x == 1 ? leaf : (x == 3 ? leaf : otherwise)}, with labels 10 and 20 for the leaves.
   *
   * @param whenFalse the node after the second comparison; 3 is the other leaf
   */
  private static TestModel classifier(long whenTrue, long whenFalse) {
    List<AttributeProto> attributes = new ArrayList<>(nodes(whenTrue, whenFalse));
    Collections.addAll(
        attributes,
        integers("class_treeids", 0, 0),
        integers("class_nodeids", 1, 3),
        integers("class_ids", 0, 1),
        numbers("class_weights", 1, 1),
        integers("classlabels_int64s", 10, 20));
    return TestModel.ml(3)
        .input("x", TestModel.FLOAT, "N", 1)
        .node("TreeEnsembleClassifier", "x", "y,scores", attributes.toArray(new AttributeProto[0]))
        .output("y");
  }

  private static TestModel regressor(long whenTrue, long whenFalse) {
    List<AttributeProto> attributes = new ArrayList<>(nodes(whenTrue, whenFalse));
    Collections.addAll(
        attributes,
        integer("n_targets", 1),
        integers("target_treeids", 0, 0),
        integers("target_nodeids", 1, 3),
        integers("target_ids", 0, 0),
        numbers("target_weights", 10, 20));
    return TestModel.ml(3)
        .input("x", TestModel.FLOAT, "N", 1)
        .node("TreeEnsembleRegressor", "x", "y", attributes.toArray(new AttributeProto[0]))
        .output("y");
  }

  /** Leaves have no children, which exporters write as -1. */
  private static List<AttributeProto> nodes(long whenTrue, long whenFalse) {
    return List.of(
        integers("nodes_treeids", 0, 0, 0, 0),
        integers("nodes_nodeids", 0, 1, 2, 3),
        integers("nodes_featureids", 0, 0, 0, 0),
        texts("nodes_modes", "BRANCH_EQ", "LEAF", "BRANCH_EQ", "LEAF"),
        numbers("nodes_values", 1, 0, 3, 0),
        integers("nodes_truenodeids", 1, -1, whenTrue, -1),
        integers("nodes_falsenodeids", 2, -1, whenFalse, -1));
  }

  /**
   * @param nodes children of each comparison: when it holds, and when not
   * @param leaves for each child, 1 where it is one
   */
  private static TestModel ensemble(
      float[] splits, long[] nodes, long[] leaves, long[] roots, AttributeProto... more) {
    int count = splits.length;
    TensorProto.Builder modes = TestModel.tensor("m", 2, count);
    long[][] children = new long[4][count];
    for (int i = 0; i < count; i++) {
      modes.addInt32Data(EQUAL);
      children[0][i] = nodes[2 * i];
      children[1][i] = leaves[2 * i];
      children[2][i] = nodes[2 * i + 1];
      children[3][i] = leaves[2 * i + 1];
    }
    List<AttributeProto> attributes = new ArrayList<>(List.of(more));
    Collections.addAll(
        attributes,
        integer("n_targets", 1),
        integers("tree_roots", roots),
        integers("nodes_featureids", new long[count]),
        tensor("nodes_modes", modes.build()),
        tensor("nodes_splits", TestModel.floats("s", splits, count)),
        integers("nodes_truenodeids", children[0]),
        integers("nodes_trueleafs", children[1]),
        integers("nodes_falsenodeids", children[2]),
        integers("nodes_falseleafs", children[3]),
        integers("leaf_targetids", 0, 0),
        tensor("leaf_weights", TestModel.floats("w", new float[] {10, 20}, 2)));
    return TestModel.ml(5)
        .input("x", TestModel.FLOAT, "N", 1)
        .node("TreeEnsemble", "x", "y", attributes.toArray(new AttributeProto[0]))
        .output("y");
  }

  private static void assertValues(TestModel model, double... expected) {
    assertThat(((Tensor) run(model, column(1, 2, 3, Float.NaN)).get("y")).toDoubles())
        .containsExactly(expected);
  }

  @Test
  void a6ParentsMayShareALeaf() {
    assertValues(regressor(1, 3), 10, 20, 10, 20);
    assertValues(classifier(1, 3), 10, 20, 10, 20);
    assertValues(
        ensemble(
            new float[] {1, 3}, new long[] {0, 1, 0, 1}, new long[] {1, 0, 1, 1}, new long[] {0}),
        10,
        20,
        10,
        20);
  }

  /** Both children of the first are one comparison; two trees share a tree. */
  @Test
  void a6ParentsMayShareASubtree() {
    float[] splits = {1, 3};
    long[] nodes = {1, 1, 0, 1};
    long[] leaves = {0, 0, 1, 1};
    assertValues(ensemble(splits, nodes, leaves, new long[] {0}), 20, 20, 10, 20);
    assertValues(ensemble(splits, nodes, leaves, new long[] {0, 1}), 40, 40, 20, 40);
    assertValues(ensemble(splits, nodes, leaves, new long[] {1, 1, 0}), 60, 60, 30, 60);
  }

  /** A node of itself, and two of each other, by either child. */
  @ParameterizedTest
  @CsvSource({"1, 0", "0, 3", "1, 2", "2, 3", "0, 0", "2, 2"})
  void a6CyclesAreRefused(long whenTrue, long whenFalse) {
    for (TestModel model :
        List.of(
            regressor(whenTrue, whenFalse),
            classifier(whenTrue, whenFalse),
            ensemble(
                new float[] {1, 3},
                new long[] {0, 1, ensembleChild(whenTrue), ensembleChild(whenFalse)},
                new long[] {1, 0, whenTrue % 2, whenFalse % 2},
                new long[] {0}))) {
      assertThatThrownBy(model::load)
          .isInstanceOf(InvalidNode.class)
          .hasMessageContaining("its own descendant");
    }
  }

  /** Leaves 1 and 3 are 0 and 1 of the leaves, nodes 0 and 2 are 0 and 1 of the others. */
  private static long ensembleChild(long node) {
    return node / 2;
  }

  /** Exporters write a base value as a tree whose leaves are one. */
  @Test
  void a5TreesOfOneLeafAddToTreeEnsembles() {
    float[] splits = {1, 0};
    long[] nodes = {0, 1, 0, 0};
    long[] leaves = {1, 1, 1, 1};
    assertValues(ensemble(splits, nodes, leaves, new long[] {0, 1}), 20, 30, 30, 30);
    assertValues(
        ensemble(splits, nodes, leaves, new long[] {0, 1}, integer("aggregate_function", 0)),
        10,
        15,
        15,
        15);
  }

  @Test
  void a5TreeEnsemblesHaveNoBaseValues() {
    TestModel model =
        ensemble(
            new float[] {1},
            new long[] {0, 1},
            new long[] {1, 1},
            new long[] {0},
            numbers("base_values", 5));
    assertThatThrownBy(model::load).hasMessageContaining("base_values");
  }
}
