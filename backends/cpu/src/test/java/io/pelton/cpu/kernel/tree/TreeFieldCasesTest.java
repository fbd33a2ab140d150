package io.pelton.cpu.kernel.tree;

import static io.pelton.cpu.kernel.tree.Forests.doubleTree;
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
import io.pelton.engine.graph.PostTransform;
import io.pelton.engine.graph.ScoringOp.Aggregate;
import io.pelton.engine.graph.ScoringOp.TreeClassifier;
import io.pelton.engine.graph.ScoringOp.TreeRegressor;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What users of other engines ran into with tree ensembles. */
class TreeFieldCasesTest {
  private static final Tensor NO_BASE = Tensor.of(new float[0], 0);
  private static final float NAN = Float.NaN;

  private static Value[] classify(Forest forest, PostTransform post, Tensor base, float... column) {
    TreeClassifier op = new TreeClassifier(forest, Tensor.of(new long[] {0, 1}, 2), base, post);
    return Nodes.evaluate(op, Nodes.column(column));
  }

  private static long[] labels(Value[] out) {
    return ((Tensor) out[0]).toLongs();
  }

  private static float[] scores(Value[] out) {
    return ((Tensor) out[1]).toFloats();
  }

  private static float[] regress(Forest forest, Tensor column) {
    return Nodes.tensor(
            new TreeRegressor(forest, 1, Aggregate.SUM, NO_BASE, PostTransform.NONE), column)
        .toFloats();
  }

  private static void assertScores(Value[] out, double... expected) {
    float[] floats = new float[expected.length];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) expected[i];
    }
    assertThat(scores(out)).containsExactly(floats, offset(1e-7f));
  }

  @Test
  void theOneColumnOfABinaryForestIsTheSecondClass() {
    Forest forest =
        new Forest(
            List.of(
                split(Mode.LEQ, 0, 0.5, 1, 2),
                leaf(0.1),
                leaf(0.4),
                split(Mode.LEQ, 0, 1.5, 4, 5),
                leaf(0.05),
                leaf(0.45)),
            List.of(0, 3),
            false);
    Value[] out = classify(forest, PostTransform.NONE, NO_BASE, 0, 1, 2);
    assertScores(out, .85, .15, .55, .45, .15, .85);
    assertThat(labels(out)).containsExactly(0, 0, 1);
  }

  @ParameterizedTest
  @CsvSource({
    "0.5, 0.37754065, 0.62245935, 1",
    "-0.5, 0.62245935, 0.37754065, 0",
    "0, 0.5, 0.5, 0"
  })
  void theSigmoidAppliesWhateverTheSignOfALeaf(
      double weight, double first, double second, long label) {
    Value[] out = classify(tree(leaf(weight)), PostTransform.LOGISTIC, NO_BASE, 7);
    assertScores(out, first, second);
    assertThat(labels(out)).containsExactly(label);
  }

  @Test
  void theSigmoidAppliesWhereNoWeightIsNegative() {
    Forest forest = tree(split(Mode.LEQ, 0, 0.5, 1, 2), leaf(0.2), leaf(0.9));
    Value[] out = classify(forest, PostTransform.LOGISTIC, NO_BASE, 0, 1);
    assertScores(out, .45016605, .54983395, .28905052, .7109495);
    assertThat(labels(out)).containsExactly(1, 1);
  }

  @ParameterizedTest
  @CsvSource({
    "LEQ, 20, 10",
    "LT, 20, 10",
    "GT, 20, 10",
    "GTE, 20, 10",
    "EQ, 20, 10",
    "NEQ, 10, 10"
  })
  void everyNodeSaysWhereNaNGoes(Mode mode, float flagOff, float flagOn) {
    for (boolean flag : new boolean[] {false, true}) {
      Forest forest = tree(split(mode, 0, 0.5, 1, 2, flag), leaf(10), leaf(20));
      Forest wide = doubleTree(split(mode, 0, 0.5, 1, 2, flag), leaf(10), leaf(20));
      float expected = flag ? flagOn : flagOff;
      assertThat(regress(forest, Nodes.column(NAN))).containsExactly(expected);
      assertThat(regress(forest, Tensor.of(new double[] {NAN}, 1, 1))).containsExactly(expected);
      assertThat(regress(wide, Nodes.column(NAN))).containsExactly(expected);
    }
  }

  @Test
  void infinitiesAreOrdinaryValues() {
    Forest forest = tree(split(Mode.LT, 0, Double.POSITIVE_INFINITY, 1, 2), leaf(10), leaf(20));
    Tensor column = Nodes.column(Float.NEGATIVE_INFINITY, Float.MAX_VALUE, Float.POSITIVE_INFINITY);
    assertThat(regress(forest, column)).containsExactly(10, 10, 20);
  }

  @Test
  void doubleThresholdsCompareInDouble() {
    Tensor rows = Tensor.of(new double[] {0.1, 0.1000000000001, 0.1f}, 3, 1);
    Forest exact = doubleTree(split(Mode.LEQ, 0, 0.1, 1, 2), leaf(10), leaf(20));
    assertThat(regress(exact, rows)).containsExactly(10, 20, 20);
  }

  @Test
  void floatThresholdsAreNotRoundedToo() {
    Forest floats = tree(split(Mode.LEQ, 0, 0.1f, 1, 2), leaf(10), leaf(20));
    assertThat(regress(floats, Nodes.column(0.1f, (float) 0.1000000000001, Math.nextUp(0.1f))))
        .containsExactly(10, 10, 20);
    double[] doubles = {0.1, 0.1000000000001, 0.1f, Math.nextUp((double) 0.1f)};
    assertThat(regress(floats, Tensor.of(doubles, 4, 1))).containsExactly(10, 10, 10, 20);
  }

  @Test
  void integersAreRoundedOnceForFloatThresholds() {
    Forest forest = tree(split(Mode.LEQ, 0, 16777216, 1, 2), leaf(10), leaf(20));
    long[] longs = {16777216, 16777217, 16777219};
    assertThat(regress(forest, Tensor.of(longs, 3, 1))).containsExactly(10, 10, 20);
    Forest wide = doubleTree(split(Mode.LEQ, 0, 16777216, 1, 2), leaf(10), leaf(20));
    assertThat(regress(wide, Tensor.of(longs, 3, 1))).containsExactly(10, 20, 20);
  }

  @Test
  void theBaseScoreIsAddedAsItIsWritten() {
    Tensor logit = Tensor.of(new float[] {-0.8472979f}, 1);
    Value[] out = classify(tree(leaf(0.4)), PostTransform.LOGISTIC, logit, 0);
    assertScores(out, 1 - 0.3900034, 0.3900034);
    Tensor faulty = Tensor.of(new float[] {0.3f}, 1);
    out = classify(tree(leaf(0.4)), PostTransform.LOGISTIC, faulty, 0);
    assertScores(out, 1 - 0.6681878, 0.6681878);
  }

  @Test
  void twoBaseValuesForOneColumnAreRefused() {
    Tensor base = Tensor.of(new float[] {0.3f, 0.4f}, 2);
    assertThatThrownBy(() -> classify(tree(leaf(0.4)), PostTransform.LOGISTIC, base, 0))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("2 base values for 2 labels");
  }

  @ParameterizedTest
  @CsvSource({"SUM, 7.5", "AVERAGE, 4.0", "MIN, 2.5", "MAX, 5.5"})
  void regressorsAddBaseValuesOnceAfterAllTrees(Aggregate aggregate, float expected) {
    Forest forest = new Forest(List.of(leaf(2), leaf(5)), List.of(0, 1), false);
    Tensor base = Tensor.of(new float[] {0.5f}, 1);
    TreeRegressor op = new TreeRegressor(forest, 1, aggregate, base, PostTransform.NONE);
    assertThat(Nodes.tensor(op, Nodes.column(0)).toFloats()).containsExactly(expected);
  }

  @Test
  void twoParentsMayShareALeaf() {
    Forest forest =
        tree(split(Mode.EQ, 0, 1, 1, 2), leaf(10), split(Mode.EQ, 0, 3, 1, 3), leaf(20));
    assertThat(regress(forest, Nodes.column(1, 2, 3))).containsExactly(10, 20, 10);
  }

  @Test
  void aCycleIsRefused() {
    Forest forest = tree(split(Mode.LEQ, 0, 1, 2, 1), split(Mode.LEQ, 0, 2, 0, 2), leaf(1));
    assertThatThrownBy(() -> regress(forest, Nodes.column(1)))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("tree 0 has a cycle");
    Forest self = tree(split(Mode.LEQ, 0, 1, 0, 1), leaf(1));
    assertThatThrownBy(() -> regress(self, Nodes.column(1)))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("tree 0 has a cycle");
  }

  @Test
  void categoriesAreNotTruncated() {
    Forest forest = tree(split(Mode.EQ, 0, 2, 1, 2), leaf(10), leaf(20));
    assertThat(regress(forest, Nodes.column(NAN, -1, 2.5f, 2))).containsExactly(20, 20, 20, 10);
  }
}
