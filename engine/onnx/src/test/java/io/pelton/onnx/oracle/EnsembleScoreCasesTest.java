package io.pelton.onnx.oracle;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.numbers;
import static io.pelton.onnx.TestAttributes.tensor;
import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.TestAttributes.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.TensorProtos;
import io.pelton.onnx.TestModel;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * TreeEnsemble gives what the regressor of the same trees gives, whose scores {@link
 * TreeScoreCasesTest} checks: every post transform and aggregation over every number of targets.
 */
class EnsembleScoreCasesTest {
  private static final List<String> POSTS =
      List.of("NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT");
  private static final List<String> AGGREGATES = List.of("AVERAGE", "SUM", "MIN", "MAX");

  private static final double[] SPLITS = {0.5, 1.5, -0.5};
  private static final double[] WEIGHTS = {0.1, 0.25, 0.05, 0.5, 0.15, 0.3};
  private static final double[] ROWS = {0, 1, 2, -1, Double.NaN};

  /** Every leaf votes for one target, as it must in TreeEnsemble. */
  private static long[] voted(int targets) {
    long[] voted = new long[WEIGHTS.length];
    for (int leaf = 0; leaf < voted.length; leaf++) {
      voted[leaf] = leaf % targets;
    }
    return voted;
  }

  private static float[] floats(double... values) {
    float[] floats = new float[values.length];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) values[i];
    }
    return floats;
  }

  private static double[] regressor(int targets, String post, String aggregate) {
    TestModel model =
        TestModel.ml(3)
            .input("x", TestModel.FLOAT, "N", 1)
            .node(
                "TreeEnsembleRegressor",
                "x",
                "y",
                integer("n_targets", targets),
                text("post_transform", post),
                text("aggregate_function", aggregate),
                integers("nodes_treeids", 0, 0, 0, 1, 1, 1, 2, 2, 2),
                integers("nodes_nodeids", 0, 1, 2, 0, 1, 2, 0, 1, 2),
                integers("nodes_featureids", new long[9]),
                texts(
                    "nodes_modes",
                    "BRANCH_LEQ",
                    "LEAF",
                    "LEAF",
                    "BRANCH_LEQ",
                    "LEAF",
                    "LEAF",
                    "BRANCH_LEQ",
                    "LEAF",
                    "LEAF"),
                numbers("nodes_values", floats(SPLITS[0], 0, 0, SPLITS[1], 0, 0, SPLITS[2], 0, 0)),
                integers("nodes_truenodeids", 1, 0, 0, 1, 0, 0, 1, 0, 0),
                integers("nodes_falsenodeids", 2, 0, 0, 2, 0, 0, 2, 0, 0),
                integers("target_treeids", 0, 0, 1, 1, 2, 2),
                integers("target_nodeids", 1, 2, 1, 2, 1, 2),
                integers("target_ids", voted(targets)),
                numbers("target_weights", floats(WEIGHTS)))
            .output("y");
    return run(model, DType.F32);
  }

  private static double[] ensemble(DType dtype, int targets, String post, String aggregate) {
    TensorProto modes = TestModel.tensor("m", 2, 3).addAllInt32Data(List.of(0, 0, 0)).build();
    TestModel model =
        TestModel.ml(5)
            .input("x", TensorProtos.code(dtype), "N", 1)
            .node(
                "TreeEnsemble",
                "x",
                "y",
                integer("n_targets", targets),
                integer("post_transform", POSTS.indexOf(post)),
                integer("aggregate_function", AGGREGATES.indexOf(aggregate)),
                integers("tree_roots", 0, 1, 2),
                integers("nodes_featureids", 0, 0, 0),
                tensor("nodes_modes", modes),
                values("nodes_splits", dtype, SPLITS),
                integers("nodes_truenodeids", 0, 2, 4),
                integers("nodes_trueleafs", 1, 1, 1),
                integers("nodes_falsenodeids", 1, 3, 5),
                integers("nodes_falseleafs", 1, 1, 1),
                integers("leaf_targetids", voted(targets)),
                values("leaf_weights", dtype, WEIGHTS))
            .output("y");
    return run(model, dtype);
  }

  private static AttributeProto values(String name, DType dtype, double... values) {
    return tensor(
        name,
        dtype == DType.F64
            ? TestModel.doubles("v", values, values.length)
            : TestModel.floats("v", floats(values), values.length));
  }

  private static double[] run(TestModel model, DType dtype) {
    Tensor y = (Tensor) FieldRun.run(model, Tensors.of(dtype, ROWS, ROWS.length, 1)).get("y");
    assertThat(y.dtype()).isEqualTo(dtype);
    return y.toDoubles();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void scoresAreThoseOfTheRegressor(int targets) {
    for (String post : POSTS) {
      for (String aggregate : AGGREGATES) {
        String what = "%d targets, %s, %s".formatted(targets, post, aggregate);
        double[] expected = regressor(targets, post, aggregate);
        assertThat(expected).hasSize(targets * ROWS.length);
        assertThat(ensemble(DType.F32, targets, post, aggregate)).as(what).isEqualTo(expected);
        assertThat(ensemble(DType.F64, targets, post, aggregate))
            .as(what + ", of doubles")
            .containsExactly(expected, offset(1e-6));
      }
    }
  }
}
