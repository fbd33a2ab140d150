package io.pelton.onnx.oracle;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.numbers;
import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.TestAttributes.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.InvalidNode;
import io.pelton.onnx.TestModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The kinds of field cases A1, A2 and A5: every post transform over every number of classes or
 * targets, whatever the sign of the votes, with base values and without, against {@link TreeTwin}.
 */
class TreeScoreCasesTest {
  private static final List<String> POSTS =
      List.of("NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT");
  private static final List<String> AGGREGATES = List.of("SUM", "AVERAGE", "MIN", "MAX");
  private static final float[] SPLITS = {0.5f, 1.5f, -0.5f};
  private static final Tensor ROWS = FieldRun.column(0, 1, 2, -1, Float.NaN);

  /** Weights of two leaves of three trees, used in turn. */
  private enum Votes {
    POSITIVE,
    MIXED,
    NEGATIVE,
    ZERO;

    private float[] weights() {
      return switch (this) {
        case POSITIVE -> new float[] {0.1f, 0.2f, 0.05f, 0.45f, 0.15f, 0.3f, 0.25f};
        case MIXED -> new float[] {0.3f, -0.2f, -0.7f, 0.4f, 0.6f, -0.1f, 0.2f};
        case NEGATIVE -> new float[] {-0.1f, -0.3f, -0.2f, -0.05f, -0.6f, -0.4f, -0.7f};
        case ZERO -> new float[] {0};
      };
    }
  }

  /**
   * Three trees of one split each.
   *
   * @param prefix of the lists of votes
   * @param voted what every leaf votes for
   */
  private static List<AttributeProto> trees(String prefix, Votes votes, int... voted) {
    int trees = SPLITS.length;
    int leaves = 2 * trees;
    long[] treeOfNode = IntStream.range(0, 3 * trees).mapToLong(i -> i / 3).toArray();
    long[] node = IntStream.range(0, 3 * trees).mapToLong(i -> i % 3).toArray();
    String[] modes = new String[3 * trees];
    float[] values = new float[3 * trees];
    long[] whenTrue = new long[3 * trees];
    long[] whenFalse = new long[3 * trees];
    for (int i = 0; i < modes.length; i++) {
      boolean isSplit = i % 3 == 0;
      modes[i] = isSplit ? "BRANCH_LEQ" : "LEAF";
      values[i] = isSplit ? SPLITS[i / 3] : 0;
      whenTrue[i] = isSplit ? 1 : 0;
      whenFalse[i] = isSplit ? 2 : 0;
    }
    int count = leaves * voted.length;
    long[] voteTree = new long[count];
    long[] voteNode = new long[count];
    long[] voteFor = new long[count];
    float[] weights = new float[count];
    float[] given = votes.weights();
    for (int i = 0; i < count; i++) {
      int leaf = i / voted.length;
      voteTree[i] = leaf / 2;
      voteNode[i] = leaf % 2 + 1L;
      voteFor[i] = voted[i % voted.length];
      weights[i] = given[i % given.length];
    }
    return List.of(
        integers("nodes_treeids", treeOfNode),
        integers("nodes_nodeids", node),
        integers("nodes_featureids", new long[3 * trees]),
        texts("nodes_modes", modes),
        numbers("nodes_values", values),
        integers("nodes_truenodeids", whenTrue),
        integers("nodes_falsenodeids", whenFalse),
        integers(prefix + "_treeids", voteTree),
        integers(prefix + "_nodeids", voteNode),
        integers(prefix + "_ids", voteFor),
        numbers(prefix + "_weights", weights));
  }

  private static float[] base(int count) {
    float[] base = new float[count];
    for (int i = 0; i < count; i++) {
      // no sum is nearly 0, which SOFTMAX_ZERO takes for 0
      base[i] = 0.17f - 0.13f * i;
    }
    return base;
  }

  private static void check(String what, TestModel model) {
    GeneratedCase made = new GeneratedCase(what, 0, model.proto(), List.of(Map.of("x", ROWS)));
    NodeView node = new NodeView(made.model().getGraph().getNode(0));
    Map<String, Flat> expected = TreeTwin.outputs(node, ROWS, Map.of());
    Answer answer = Subject.best().run(made).get(0);
    assertThat(answer).as(what).isInstanceOf(Answer.Outputs.class);
    assertThat(
            new Comparison(made, List.of(expected))
                .difference(Recorded.flat(((Answer.Outputs) answer).values()), expected))
        .as(what)
        .isEmpty();
  }

  private static Stream<Arguments> classifiers() {
    return Stream.of(
        Arguments.of(1, new int[] {0}),
        Arguments.of(2, new int[] {0}),
        Arguments.of(2, new int[] {1}),
        Arguments.of(2, new int[] {0, 1}),
        Arguments.of(3, new int[] {0, 1, 2}),
        Arguments.of(3, new int[] {1}),
        Arguments.of(5, new int[] {4, 2, 0, 1, 3}));
  }

  @ParameterizedTest
  @MethodSource("classifiers")
  void classifiersTransformTheirScores(int classes, int... voted) {
    boolean isOneColumn = classes == 2 && voted.length == 1;
    for (Votes votes : Votes.values()) {
      for (String post : POSTS) {
        for (long opset : new long[] {1, 3}) {
          for (boolean hasBase : new boolean[] {false, true}) {
            // what a base value means where only the second of two has votes is open
            if (hasBase && isOneColumn && voted[0] == 1) {
              continue;
            }
            List<AttributeProto> attributes = new ArrayList<>(trees("class", votes, voted));
            Collections.addAll(attributes, text("post_transform", post), labels(classes, opset));
            if (hasBase) {
              attributes.add(numbers("base_values", base(isOneColumn ? 1 : classes)));
            }
            TestModel model =
                TestModel.ml(opset)
                    .input("x", TestModel.FLOAT, "N", 1)
                    .node(
                        "TreeEnsembleClassifier",
                        "x",
                        "label,scores",
                        attributes.toArray(new AttributeProto[0]))
                    .output("label")
                    .output("scores");
            check(
                "%d classes, votes for %s, %s, %s, version %d, base %s"
                    .formatted(classes, Arrays.toString(voted), votes, post, opset, hasBase),
                model);
          }
        }
      }
    }
  }

  /** Integers in one version and strings in the other. */
  private static AttributeProto labels(int classes, long opset) {
    return opset == 1
        ? integers(
            "classlabels_int64s", IntStream.range(0, classes).mapToLong(i -> 7 - i).toArray())
        : texts(
            "classlabels_strings",
            IntStream.range(0, classes).mapToObj(i -> "c" + i).toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void regressorsTransformTheirScoresAndAddBaseValuesOnce(int targets) {
    for (Votes votes : Votes.values()) {
      for (String post : POSTS) {
        for (String aggregate : AGGREGATES) {
          for (boolean hasBase : new boolean[] {false, true}) {
            List<AttributeProto> attributes =
                new ArrayList<>(trees("target", votes, IntStream.range(0, targets).toArray()));
            Collections.addAll(
                attributes,
                integer("n_targets", targets),
                text("post_transform", post),
                text("aggregate_function", aggregate));
            if (hasBase) {
              attributes.add(numbers("base_values", base(targets)));
            }
            check(
                "%d targets, %s, %s, %s, base %s"
                    .formatted(targets, votes, post, aggregate, hasBase),
                TestModel.ml(3)
                    .input("x", TestModel.FLOAT, "N", 1)
                    .node(
                        "TreeEnsembleRegressor",
                        "x",
                        "y",
                        attributes.toArray(new AttributeProto[0]))
                    .output("y"));
          }
        }
      }
    }
  }

  /** Field case A5: as many as there are scores, or none. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void otherNumbersOfBaseValuesAreRefused(int count) {
    List<AttributeProto> attributes = new ArrayList<>(trees("class", Votes.MIXED, 0, 1, 2));
    Collections.addAll(attributes, labels(3, 1), numbers("base_values", base(count)));
    TestModel model =
        TestModel.ml(1)
            .input("x", TestModel.FLOAT, "N", 1)
            .node(
                "TreeEnsembleClassifier",
                "x",
                "label,scores",
                attributes.toArray(new AttributeProto[0]))
            .output("label")
            .output("scores");
    if (count == 3) {
      check("a base value for each class", model);
    } else {
      assertThatThrownBy(model::load)
          .isInstanceOf(InvalidNode.class)
          .hasMessageContaining("has " + count + " base values for 3 classes");
    }
  }
}
