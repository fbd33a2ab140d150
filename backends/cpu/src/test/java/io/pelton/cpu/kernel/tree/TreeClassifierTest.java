package io.pelton.cpu.kernel.tree;

import static io.pelton.cpu.kernel.tree.Forests.leaf;
import static io.pelton.cpu.kernel.tree.Forests.split;
import static io.pelton.cpu.kernel.tree.Forests.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import io.pelton.cpu.kernel.score.Nodes;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.Forest;
import io.pelton.engine.graph.Forest.Mode;
import io.pelton.engine.graph.Forest.Vote;
import io.pelton.engine.graph.PostTransform;
import io.pelton.engine.graph.ScoringOp.TreeClassifier;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The table of cases in {@link TreeClassifierKernel}: two rows go to one leaf each. */
class TreeClassifierTest {
  private static final Tensor ROWS = Nodes.column(-1, 1);

  private static Vote vote(int target, double weight) {
    return new Vote(target, (float) weight);
  }

  private static Forest stump(Vote[] first, Vote[] second) {
    return tree(split(Mode.LEQ, 0, 0, 1, 2), leaf(first), leaf(second));
  }

  private static Forest stump(double first, double second) {
    return tree(split(Mode.LEQ, 0, 0, 1, 2), leaf(first), leaf(second));
  }

  private static TreeClassifier op(
      Forest forest, Tensor labels, PostTransform post, float... base) {
    return new TreeClassifier(forest, labels, Tensor.of(base, base.length), post);
  }

  private static Tensor labels(long... labels) {
    return Tensor.of(labels, labels.length);
  }

  private static void assertOut(TreeClassifier op, long[] labels, double... scores) {
    Value[] out = Nodes.evaluate(op, ROWS);
    assertThat(((Tensor) out[0]).toLongs()).containsExactly(labels);
    float[] expected = new float[scores.length];
    for (int i = 0; i < expected.length; i++) {
      expected[i] = (float) scores[i];
    }
    assertThat(((Tensor) out[1]).toFloats()).containsExactly(expected, offset(1e-6f));
  }

  @ParameterizedTest
  @EnumSource(
      value = PostTransform.class,
      names = {"NONE", "SOFTMAX", "SOFTMAX_ZERO"})
  void aMarginForTheFirstOfTwoIsForTheSecond(PostTransform post) {
    assertOut(op(stump(-0.3, 0.7), labels(3, 7), post), new long[] {3, 7}, 0.3, -0.3, -0.7, 0.7);
  }

  @Test
  void softmaxLeavesOneScoreAMargin() {
    assertOut(
        op(stump(0.3, 0.7), labels(3, 7), PostTransform.SOFTMAX),
        new long[] {7, 7},
        -0.3,
        0.3,
        -0.7,
        0.7);
  }

  @Test
  void probitReadsOneScoreAsAProbability() {
    assertOut(
        op(stump(0.3, 0.7), labels(3, 7), PostTransform.PROBIT),
        new long[] {3, 7},
        0.5244459,
        -0.5244459,
        -0.5244459,
        0.5244459);
  }

  @Test
  void aBaseValueMovesAProbability() {
    assertOut(
        op(stump(0.3, 0.7), labels(3, 7), PostTransform.NONE, 0.25f),
        new long[] {7, 7},
        0.45,
        0.55,
        0.05,
        0.95);
  }

  @Test
  void ofTwoScoresTheLargerWins() {
    Forest both =
        stump(new Vote[] {vote(0, 0.7), vote(1, 0.3)}, new Vote[] {vote(0, 0.2), vote(1, 0.8)});
    assertOut(op(both, labels(3, 7), PostTransform.NONE), new long[] {3, 7}, 0.7, 0.3, 0.2, 0.8);
    assertOut(
        op(both, labels(3, 7), PostTransform.SOFTMAX),
        new long[] {3, 7},
        0.59868765,
        0.40131232,
        0.35434368,
        0.6456563);
    assertOut(
        op(both, labels(3, 7), PostTransform.NONE, 0.1f, 0.6f),
        new long[] {7, 7},
        0.8,
        0.9,
        0.3,
        1.4);
  }

  @Test
  void votesForTheSecondOfTwoOnlyCompeteWithNothing() {
    Forest second = stump(new Vote[] {vote(1, -0.3)}, new Vote[] {vote(1, 0.7)});
    assertOut(op(second, labels(3, 7), PostTransform.NONE), new long[] {3, 7}, 0, -0.3, 0, 0.7);
    assertOut(
        op(second, labels(3, 7), PostTransform.LOGISTIC),
        new long[] {3, 7},
        0.5,
        0.4255575,
        0.5,
        0.66818774);
    assertOut(
        op(second, labels(3, 7), PostTransform.NONE, 0.5f), new long[] {7, 7}, 0, 0.2, 0, 1.2);
  }

  @Test
  void ofSeveralTheBestWithVotesWins() {
    Forest sparse = stump(new Vote[] {vote(1, -0.3)}, new Vote[] {vote(2, 0.4), vote(1, 0.4)});
    assertOut(
        op(sparse, labels(3, 7, 9), PostTransform.NONE),
        new long[] {7, 7},
        0,
        -0.3,
        0,
        0,
        0.4,
        0.4);
    assertOut(
        op(sparse, labels(3, 7, 9), PostTransform.NONE, 0.1f, 0.2f, 0.3f),
        new long[] {9, 9},
        0.1,
        -0.1,
        0.3,
        0.1,
        0.6,
        0.7);
  }

  @ParameterizedTest
  @EnumSource(
      value = PostTransform.class,
      names = {"NONE", "LOGISTIC", "SOFTMAX", "SOFTMAX_ZERO"})
  void oneIntegerLabelSaysWhetherTheScoreIsPositive(PostTransform post) {
    assertOut(op(stump(-0.3, 0.7), labels(5), post), new long[] {0, 1}, -0.3, 0.7);
  }

  @Test
  void oneIntegerLabelWithProbit() {
    assertOut(
        op(stump(0.3, 0.7), labels(5), PostTransform.PROBIT, 0.2f),
        new long[] {1, 1},
        0,
        1.2817129);
  }

  @Test
  void oneStringIsTheLabel() {
    Tensor label = Tensor.of(new String[] {"only"}, 1);
    Value[] out = Nodes.evaluate(op(stump(-0.3, 0.7), label, PostTransform.NONE), ROWS);
    assertThat(((Tensor) out[0]).toStrings()).containsExactly("only", "only");
  }

  @Test
  void stringLabelsMayBeEmptyOrForeign() {
    Tensor labels = Tensor.of(new String[] {"", "żółć 🌳"}, 2);
    Value[] out = Nodes.evaluate(op(stump(-0.3, 0.7), labels, PostTransform.NONE), ROWS);
    assertThat(((Tensor) out[0]).toStrings()).containsExactly("", "żółć 🌳");
  }

  @Test
  void aVectorIsOneRow() {
    Value[] out =
        Nodes.evaluate(
            op(stump(-0.3, 0.7), labels(3, 7), PostTransform.NONE), Tensor.of(new float[] {1}, 1));
    assertThat(((Tensor) out[0]).dims()).containsExactly(1);
    assertThat(((Tensor) out[1]).dims()).containsExactly(1, 2);
    assertThat(((Tensor) out[0]).toLongs()).containsExactly(7);
  }

  @ParameterizedTest
  @CsvSource({"2, 3", "3, 1", "3, 2"})
  void otherNumbersOfBaseValuesAreRefused(int classes, int count) {
    Forest both = stump(new Vote[] {vote(0, 1), vote(1, 1)}, new Vote[] {vote(1, 1)});
    TreeClassifier op = op(both, labels(new long[classes]), PostTransform.NONE, new float[count]);
    assertThatThrownBy(() -> Nodes.evaluate(op, ROWS))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining(count + " base values for " + classes + " labels");
  }

  @Test
  void votesForUnknownClassesAreRefused() {
    Forest stray = stump(new Vote[] {vote(0, 1)}, new Vote[] {vote(2, 1)});
    assertThatThrownBy(() -> Nodes.evaluate(op(stray, labels(3, 7), PostTransform.NONE), ROWS))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("votes for target 2 of 2");
  }
}
