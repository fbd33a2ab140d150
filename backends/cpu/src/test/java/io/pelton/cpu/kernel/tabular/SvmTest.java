package io.pelton.cpu.kernel.tabular;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import io.pelton.cpu.kernel.score.Nodes;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.PostTransform;
import io.pelton.engine.graph.ScoringOp.SvmClassifier;
import io.pelton.engine.graph.ScoringOp.SvmRegressor;
import io.pelton.engine.graph.SupportVectors;
import io.pelton.engine.graph.SupportVectors.Kernel;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Expected values were computed by ONNX Runtime 1.26.0. */
class SvmTest {
  private static final Tensor ROWS = Nodes.column(-1, 0.2f, 1);
  private static final Tensor TWO = Tensor.of(new long[] {3, 7}, 2);
  private static final Tensor THREE = Tensor.of(new long[] {3, 7, 9}, 3);

  private static Tensor vector(float... values) {
    return Tensor.of(values, values.length);
  }

  private static SupportVectors rbf(Tensor probA, Tensor probB) {
    return new SupportVectors(
        Kernel.RBF,
        0.5f,
        0,
        3,
        Nodes.column(-1, 0, 0.5f),
        vector(0.4f, 0.3f, -0.9f),
        vector(0.1f),
        List.of(2, 1),
        probA,
        probB);
  }

  private static SupportVectors threeClasses(Kernel kernel, Tensor probA, Tensor probB) {
    return new SupportVectors(
        kernel,
        0.5f,
        0.2f,
        3,
        Nodes.column(-1, 0, 0.5f, 0.7f),
        vector(0.4f, 0.3f, -0.9f, 0.2f, 0.1f, -0.4f, 0.6f, -0.2f),
        vector(0.1f, -0.1f, 0.05f),
        List.of(2, 1, 1),
        probA,
        probB);
  }

  private static SupportVectors linear(float... weights) {
    return new SupportVectors(
        Kernel.LINEAR,
        0,
        0,
        0,
        Tensor.of(new float[0], 0, 1),
        vector(weights),
        vector(0.1f),
        List.of(),
        vector(),
        vector());
  }

  private static void assertOut(Value[] out, long[] labels, double... scores) {
    assertThat(((Tensor) out[0]).toLongs()).containsExactly(labels);
    float[] floats = new float[scores.length];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) scores[i];
    }
    assertThat(((Tensor) out[1]).toFloats()).containsExactly(floats, offset(1e-6f));
  }

  private static Value[] classify(SupportVectors vectors, Tensor labels, PostTransform post) {
    return Nodes.evaluate(new SvmClassifier(vectors, labels, post), ROWS);
  }

  @Test
  void twoClassesHaveOneScore() {
    SupportVectors vectors = rbf(vector(), vector());
    assertOut(
        classify(vectors, TWO, PostTransform.NONE),
        new long[] {3, 7, 7},
        -0.389772,
        0.389772,
        0.2716372,
        -0.2716372,
        0.45815387,
        -0.45815387);
    assertOut(
        classify(vectors, TWO, PostTransform.LOGISTIC),
        new long[] {3, 7, 7},
        0.610228,
        0.389772,
        1.2716372,
        -0.2716372,
        1.4581538,
        -0.45815387);
  }

  @Test
  void twoClassesWithProbabilities() {
    SupportVectors vectors = rbf(vector(-1.5f), vector(0.2f));
    assertOut(
        classify(vectors, TWO, PostTransform.NONE),
        new long[] {3, 7, 7},
        0.5945089,
        0.4054911,
        0.35263976,
        0.6473604,
        0.29168126,
        0.7083187);
    assertOut(
        classify(vectors, TWO, PostTransform.SOFTMAX),
        new long[] {3, 7, 7},
        0.54711425,
        0.45288575,
        0.4268486,
        0.5731514,
        0.39732167,
        0.60267836);
  }

  @Test
  void severalClassesHaveAScoreForEveryPair() {
    assertOut(
        classify(threeClasses(Kernel.POLY, vector(), vector()), THREE, PostTransform.NONE),
        new long[] {3, 3, 3},
        0.2397125,
        -0.069575004,
        0.0506,
        0.0887375,
        -0.0991634,
        0.0554384,
        0.009587511,
        -0.072625,
        0.07139999);
  }

  @Test
  void severalClassesWithProbabilities() {
    SupportVectors vectors =
        threeClasses(Kernel.SIGMOID, vector(-1.5f, -1, -2), vector(0.2f, 0, 0.1f));
    assertOut(
        classify(vectors, THREE, PostTransform.NONE),
        new long[] {3, 7, 7},
        0.3619568,
        0.2839428,
        0.35410023,
        0.2963783,
        0.38071063,
        0.32291114,
        0.24325216,
        0.4489463,
        0.30780154);
  }

  @Test
  void missingValuesLeaveProbabilitiesEven() {
    SvmClassifier op =
        new SvmClassifier(
            threeClasses(Kernel.RBF, vector(-1.5f, -1, -2), vector(0.2f, 0, 0.1f)),
            THREE,
            PostTransform.NONE);
    assertOut(
        Nodes.evaluate(op, Nodes.column(Float.NaN)), new long[] {9}, 1 / 3.0, 1 / 3.0, 1 / 3.0);
  }

  @Test
  void withoutSupportVectorsEveryClassHasWeights() {
    assertOut(
        classify(linear(0.4f, -0.3f, 0.1f), THREE, PostTransform.NONE),
        new long[] {7, 3, 3},
        -0.3,
        0.4,
        0,
        0.18,
        0.04,
        0.12,
        0.5,
        -0.2,
        0.2);
    assertOut(
        classify(linear(0.4f, -0.3f), TWO, PostTransform.LOGISTIC),
        new long[] {7, 7, 7},
        0.4255575,
        0.59868765,
        0.5448789,
        0.5099987,
        0.6224593,
        0.450166);
    assertOut(
        classify(linear(0.4f, 0.3f), TWO, PostTransform.NONE),
        new long[] {7, 3, 7},
        -0.3,
        -0.2,
        0.18,
        0.16,
        0.5,
        0.4);
    assertOut(
        classify(linear(0.4f), Tensor.of(new long[] {3}, 1), PostTransform.LOGISTIC),
        new long[] {3, 3, 3},
        -0.3,
        0.18,
        0.5);
  }

  private static float[] regress(SupportVectors vectors, boolean oneClass, PostTransform post) {
    return Nodes.tensor(new SvmRegressor(vectors, oneClass, post), ROWS).toFloats();
  }

  @ParameterizedTest
  @EnumSource(PostTransform.class)
  void regressors(PostTransform post) {
    assertThat(regress(rbf(vector(), vector()), false, post))
        .containsExactly(new float[] {0.38977197f, -0.2716372f, -0.45815387f}, offset(1e-6f));
    assertThat(regress(rbf(vector(), vector()), true, post)).containsExactly(1, -1, -1);
    assertThat(regress(linear(0.4f), false, post))
        .containsExactly(new float[] {-0.3f, 0.18f, 0.5f}, offset(1e-6f));
    assertThat(regress(linear(0.4f), true, post)).containsExactly(-1, 1, 1);
  }

  @Test
  void aDegreeMayBeBroken() {
    SupportVectors vectors =
        new SupportVectors(
            Kernel.POLY,
            0.5f,
            1,
            2.5f,
            Nodes.column(-1, 0, 0.5f),
            vector(0.4f, 0.3f, -0.9f),
            vector(0.1f),
            List.of(),
            vector(),
            vector());
    assertThat(regress(vectors, false, PostTransform.NONE))
        .containsExactly(new float[] {1.0638452f, -0.30938017f, -1.1015245f}, offset(1e-6f));
  }

  @Test
  void theLinearKernelIsAProduct() {
    SupportVectors vectors =
        new SupportVectors(
            Kernel.LINEAR,
            0,
            0,
            0,
            Nodes.matrix(new float[] {1, 2}, new float[] {3, -1}),
            vector(0.5f, 2),
            vector(0.25f),
            List.of(),
            vector(),
            vector());
    SvmRegressor op = new SvmRegressor(vectors, false, PostTransform.NONE);
    assertThat(Nodes.tensor(op, Nodes.matrix(new float[] {1, 1})).toFloats())
        .containsExactly(0.5f * 3 + 2 * 2 + 0.25f);
  }

  @Test
  void countsThatDoNotFitAreRefused() {
    assertThatThrownBy(() -> classify(rbf(vector(), vector()), THREE, PostTransform.NONE))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("vectors of 2 classes for 3 labels");
    assertThatThrownBy(() -> classify(rbf(vector(1), vector()), TWO, PostTransform.NONE))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("1 prob_a but 0 prob_b");
    assertThatThrownBy(
            () ->
                classify(
                    threeClasses(Kernel.POLY, vector(1), vector(1)), THREE, PostTransform.NONE))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("prob_a and prob_b for 3 pairs");
    assertThatThrownBy(() -> classify(linear(1, 2, 3), TWO, PostTransform.NONE))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("2 weights but has 3");
    assertThatThrownBy(() -> regress(linear(1, 2), false, PostTransform.NONE))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("1 coefficients but has 2");
  }
}
