package io.pelton.onnx.op;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.tensor;
import static io.pelton.onnx.TestAttributes.texts;
import static io.pelton.onnx.TestModel.DOUBLE;
import static io.pelton.onnx.TestModel.FLOAT;
import static io.pelton.onnx.TestModel.FLOAT16;
import static io.pelton.onnx.TestModel.INT64;
import static io.pelton.onnx.TestModel.STRING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import io.pelton.engine.graph.Forest;
import io.pelton.engine.graph.Forest.Mode;
import io.pelton.engine.graph.Forest.Node;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.PostTransform;
import io.pelton.engine.graph.ScoringOp.Aggregate;
import io.pelton.engine.graph.ScoringOp.TreeEnsemble;
import io.pelton.engine.graph.ScoringOp.TreeRegressor;
import io.pelton.onnx.InvalidNode;
import io.pelton.onnx.TestModel;
import java.util.List;
import org.junit.jupiter.api.Test;

class TreeEnsembleTest {
  private static TensorProto bytes(String name, int... values) {
    TensorProto.Builder tensor = TestModel.tensor(name, 2, values.length);
    for (int value : values) {
      tensor.addInt32Data(value);
    }
    return tensor.build();
  }

  private static TensorProto numbers(int type, double... values) {
    if (type == DOUBLE) {
      return TestModel.doubles("d", values, values.length);
    }
    TensorProto.Builder tensor = TestModel.tensor("t", type, values.length);
    for (double value : values) {
      if (type == FLOAT) {
        tensor.addFloatData((float) value);
      } else {
        // half precision of small powers of two
        tensor.addInt32Data((Math.getExponent(value) + 15) << 10);
      }
    }
    return tensor.build();
  }

  /** x[1] in {2, 4} leads to leaf 0, else x[0] <= 1 leads to leaf 1 or 2. */
  private static TestModel model(int type, long[] falseNodes, AttributeProto... more) {
    AttributeProto[] attributes = {
      integer("n_targets", 2),
      integers("tree_roots", 0),
      integers("nodes_featureids", 1, 0),
      tensor("nodes_modes", bytes("m", 6, 0)),
      tensor("nodes_splits", numbers(type, 1, 1)),
      integers("nodes_truenodeids", 0, 1),
      integers("nodes_trueleafs", 1, 1),
      integers("nodes_falsenodeids", falseNodes),
      integers("nodes_falseleafs", 0, falseNodes[1] == 0 ? 0 : 1),
      integers("leaf_targetids", 0, 1, 1),
      tensor("leaf_weights", numbers(type, 0.5, 2, 4)),
    };
    AttributeProto[] all = new AttributeProto[attributes.length + more.length];
    System.arraycopy(attributes, 0, all, 0, attributes.length);
    System.arraycopy(more, 0, all, attributes.length, more.length);
    return TestModel.ml(5).input("x", type, "N", 2).node("TreeEnsemble", "x", "y", all).output("y");
  }

  private static AttributeProto members(int type) {
    return tensor("membership_values", numbers(type, 2, 4));
  }

  @Test
  void membershipIsAChainOfEqualities() {
    TreeRegressor op = (TreeRegressor) model(FLOAT, new long[] {1, 2}, members(FLOAT)).op();
    Forest forest = op.forest();
    assertThat(forest.nodes()).hasSize(6);
    assertThat(forest.nodes().get(0)).isEqualTo(new Node(Mode.EQ, 1, 2, 2, 5, false, List.of()));
    assertThat(forest.nodes().get(5)).isEqualTo(new Node(Mode.EQ, 1, 4, 2, 1, false, List.of()));
    assertThat(forest.nodes().get(1)).isEqualTo(new Node(Mode.LEQ, 0, 1, 3, 4, false, List.of()));
    assertThat(op.aggregate()).isEqualTo(Aggregate.SUM);
    assertThat(op.post()).isEqualTo(PostTransform.NONE);
  }

  @Test
  void resultsHaveTheTypeOfTheInput() {
    TestModel wide =
        model(
            DOUBLE,
            new long[] {1, 2},
            members(DOUBLE),
            integer("aggregate_function", 3),
            integer("post_transform", 2));
    TreeEnsemble op = (TreeEnsemble) wide.op();
    assertThat(wide.type()).hasToString("F64[N,2]");
    assertThat(op.forest().isDouble()).isTrue();
    assertThat(op.aggregate()).isEqualTo(Aggregate.MAX);
    assertThat(op.post()).isEqualTo(PostTransform.LOGISTIC);
    TestModel half = model(FLOAT16, new long[] {1, 2}, members(FLOAT16));
    assertThat(half.type()).hasToString("F16[N,2]");
    assertThat(half.op().kind()).isEqualTo(OpKind.CAST);
  }

  @Test
  void treesThatAreNoneAreRefused() {
    assertThatThrownBy(() -> model(FLOAT, new long[] {1, 0}, members(FLOAT)).load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("a node is its own descendant");
    assertThatThrownBy(() -> model(FLOAT, new long[] {1, 3}, members(FLOAT)).load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("a node leads to leaf 3 of 3");
    assertThatThrownBy(() -> model(FLOAT, new long[] {1, 2}).load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("no set, or an empty one, for node 0");
    assertThatThrownBy(() -> model(FLOAT, new long[] {1, 2}, members(DOUBLE)).load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("membership_values should be F32 as the input is, but is F64");
  }

  private static TestModel mapper(int type, AttributeProto integers) {
    return TestModel.ml(1)
        .input("x", type, "N", 2)
        .node("CategoryMapper", "x", "y", texts("cats_strings", "a", "b"), integers)
        .output("y");
  }

  @Test
  void categoriesAreMappedBothWays() {
    AttributeProto integers = integers("cats_int64s", 7, 9);
    assertThat(mapper(STRING, integers).type()).hasToString("I64[N,2]");
    assertThat(mapper(INT64, integers).type()).hasToString("STRING[N,2]");
    assertThatThrownBy(() -> mapper(STRING, integers("cats_int64s", 7)).load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("cats_int64s has 1 entries instead of 2");
  }
}
