package io.pelton.cpu.kernel.tabular;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import io.pelton.cpu.kernel.score.Nodes;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.PostTransform;
import io.pelton.engine.graph.ScoringOp.LinearClassifier;
import io.pelton.engine.graph.ScoringOp.LinearRegressor;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Expected values of transforms were computed by ONNX Runtime 1.26.0. */
class LinearTest {
  private static final Tensor ROWS = Nodes.column(-1, 0.2f, 1);

  private static Tensor vector(float... values) {
    return Tensor.of(values, values.length);
  }

  private static LinearClassifier classifier(
      Tensor labels, PostTransform post, float[] weights, float... intercepts) {
    Tensor coefficients = Tensor.of(weights, weights.length, 1);
    return new LinearClassifier(coefficients, vector(intercepts), labels, post, false);
  }

  private static void assertScores(Value scores, double... expected) {
    float[] floats = new float[expected.length];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) expected[i];
    }
    assertThat(((Tensor) scores).toFloats()).containsExactly(floats, offset(1e-6f));
  }

  private static Tensor labels(long... labels) {
    return Tensor.of(labels, labels.length);
  }

  @ParameterizedTest
  @EnumSource(
      value = PostTransform.class,
      names = {"NONE", "LOGISTIC", "SOFTMAX", "SOFTMAX_ZERO"})
  void oneRowOfWeightsScoresTwoLabels(PostTransform post) {
    Value[] out = Nodes.evaluate(classifier(labels(3, 7), post, new float[] {0.4f}, 0.1f), ROWS);
    assertThat(((Tensor) out[0]).toLongs()).containsExactly(3, 7, 7);
    assertScores(out[1], 1.3, -0.3, 0.82, 0.18, 0.5, 0.5);
  }

  @Test
  void oneRowOfWeightsWithProbit() {
    Value[] out =
        Nodes.evaluate(
            classifier(labels(3, 7), PostTransform.PROBIT, new float[] {0.4f}, 0.1f), ROWS);
    float[] scores = ((Tensor) out[1]).toFloats();
    assertThat(scores[0]).isNaN();
    assertThat(scores[2]).isEqualTo(0.9155199f, offset(1e-5f));
    assertThat(scores[3]).isEqualTo(-0.9155199f, offset(1e-5f));
    assertThat(scores[4]).isZero();
  }

  @Test
  void oneRowOfWeightsWithOneLabelSaysZeroOrOne() {
    float[] weights = {0.4f};
    Value[] out = Nodes.evaluate(classifier(labels(3), PostTransform.NONE, weights, 0.1f), ROWS);
    assertThat(((Tensor) out[0]).toLongs()).containsExactly(0, 1, 1);
    assertScores(out[1], -0.3, 0.18, 0.5);
    Tensor text = Tensor.of(new String[] {"a"}, 1);
    out = Nodes.evaluate(classifier(text, PostTransform.NONE, weights, 0.1f), ROWS);
    assertThat(((Tensor) out[0]).toStrings()).containsExactly("0", "1", "1");
  }

  @Test
  void severalRowsOfWeightsAreTransformed() {
    float[] weights = {0.4f, -0.3f, 0};
    Tensor labels = labels(3, 7, 9);
    Value[] out =
        Nodes.evaluate(classifier(labels, PostTransform.LOGISTIC, weights, 0.1f, 0, 0), ROWS);
    assertThat(((Tensor) out[0]).toLongs()).containsExactly(7, 3, 3);
    assertScores(
        out[1], 0.4255575, 0.5744425, 0.5, 0.5448789, 0.48500448, 0.5, 0.6224593, 0.4255575, 0.5);
    out = Nodes.evaluate(classifier(labels, PostTransform.SOFTMAX, weights, 0.1f, 0, 0), ROWS);
    assertScores(
        out[1],
        0.23969446,
        0.4367518,
        0.32355368,
        0.3814031,
        0.3000223,
        0.31857467,
        0.48641455,
        0.21856014,
        0.29502535);
    out = Nodes.evaluate(classifier(labels, PostTransform.SOFTMAX_ZERO, weights, 0.1f, 0, 0), ROWS);
    assertScores(
        out[1], 0.35434368, 0.6456563, 0, 0.55971366, 0.44028637, 0, 0.6899745, 0.31002554, 0);
  }

  @Test
  void theFirstOfEqualScoresWins() {
    Value[] out =
        Nodes.evaluate(
            classifier(labels(3, 7, 9), PostTransform.NONE, new float[] {-1, 1, 1}), ROWS);
    assertThat(((Tensor) out[0]).toLongs()).containsExactly(3, 7, 7);
  }

  @Test
  void aSingleTargetIsTransformedByProbitOnly() {
    Tensor coefficients = Tensor.of(new float[] {0.4f}, 1, 1);
    for (PostTransform post : PostTransform.values()) {
      float[] out =
          Nodes.tensor(new LinearRegressor(coefficients, vector(0.1f), post), ROWS).toFloats();
      if (post == PostTransform.PROBIT) {
        assertThat(out[0]).isNaN();
        assertThat(out[1]).isEqualTo(-0.9155199f, offset(1e-5f));
      } else {
        assertThat(out).containsExactly(new float[] {-0.3f, 0.18f, 0.5f}, offset(1e-6f));
      }
    }
  }

  @Test
  void severalTargetsAreTransformed() {
    Tensor coefficients = Tensor.of(new float[] {0.4f, 0.2f}, 2, 1);
    LinearRegressor op =
        new LinearRegressor(coefficients, vector(0.1f, 0.3f), PostTransform.SOFTMAX);
    assertScores(Nodes.tensor(op, ROWS), 0.40131232, 0.59868765, 0.4600851, 0.5399149, 0.5, 0.5);
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      names = {"F32", "F64", "I64", "I32"})
  void sumsGoInOrderByFusedMultiplyAdds(DType dtype) {
    long seed = 11;
    Random random = new Random(seed);
    int features = 37;
    int targets = 3;
    float[] weights = new float[targets * features];
    long[] data = new long[5 * features];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = (float) random.nextGaussian();
    }
    for (int i = 0; i < data.length; i++) {
      data[i] = random.nextInt() / 3;
    }
    Tensor longs = Tensor.of(data, 5, features);
    Tensor rows =
        switch (dtype) {
          case F32 -> Tensor.of(longs.toFloats(), 5, features);
          case F64 -> Tensor.of(longs.toDoubles(), 5, features);
          case I32 -> Tensor.of(Arrays.stream(data).mapToInt(x -> (int) x).toArray(), 5, features);
          default -> longs;
        };
    float[] out =
        Nodes.tensor(
                new LinearRegressor(
                    Tensor.of(weights, targets, features), vector(1, 2, 3), PostTransform.NONE),
                rows)
            .toFloats();
    for (int row = 0; row < 5; row++) {
      for (int target = 0; target < targets; target++) {
        float sum = 1 + target;
        for (int i = 0; i < features; i++) {
          sum = Math.fma((float) data[row * features + i], weights[target * features + i], sum);
        }
        assertThat(out[row * targets + target]).as("seed %d", seed).isEqualTo(sum);
      }
    }
  }

  @Test
  void countsThatDoNotFitAreRefused() {
    assertThatThrownBy(
            () ->
                Nodes.evaluate(classifier(labels(3), PostTransform.NONE, new float[] {1, 2}), ROWS))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("1 labels for 2 rows of coefficients");
    assertThatThrownBy(
            () ->
                Nodes.evaluate(
                    classifier(labels(3, 4), PostTransform.NONE, new float[] {1, 2}, 1), ROWS))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("1 intercepts for 2 outputs");
  }
}
