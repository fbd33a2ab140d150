package io.pelton.cuda.kernel.tree;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.kernel.tree.Forests;
import io.pelton.cpu.testing.Cpu;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.testing.Cuda;
import io.pelton.cuda.testing.KernelTwins;
import io.pelton.cuda.testing.Twins;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.Forest;
import io.pelton.engine.graph.Forest.Mode;
import io.pelton.engine.graph.Forest.Node;
import io.pelton.engine.graph.Forest.Vote;
import io.pelton.engine.graph.PostTransform;
import io.pelton.engine.graph.ScoringOp.Aggregate;
import io.pelton.engine.graph.ScoringOp.TreeClassifier;
import io.pelton.engine.graph.ScoringOp.TreeEnsemble;
import io.pelton.engine.graph.ScoringOp.TreeRegressor;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Forests with all modes, shared subtrees, and thresholds and features that are no numbers. */
@ExtendWith(OnEmulatedDriver.class)
class ForestTwinsTest {
  private static final int FEATURES = 4;
  private static final List<Aggregate> AGGREGATES = List.of(Aggregate.values());
  private static final List<PostTransform> POSTS = List.of(PostTransform.values());
  private static final Tensor NO_BASE = Tensor.of(new float[0], 0);

  @ParameterizedTest
  @EnumSource(names = {"F32", "F64", "I64", "I32"})
  void regressors(DType features) {
    for (int seed = 0; seed < 12; seed++) {
      Random random = new Random(seed);
      int targets = seed % 3 == 0 ? 1 : 3;
      boolean isDouble = seed % 4 == 1;
      Forest forest = forest(random, targets, isDouble);
      Aggregate aggregate = AGGREGATES.get(seed % 4);
      PostTransform post = POSTS.get(seed % 5);
      Tensor base = seed % 2 == 0 ? NO_BASE : Tensor.of(base(random, targets), targets);
      Twins.check(
          new TreeRegressor(forest, targets, aggregate, base, post),
          rows(random, forest, features, 1 + random.nextInt(80)));
    }
  }

  @ParameterizedTest
  @EnumSource(PostTransform.class)
  void classifiers(PostTransform post) {
    for (int classes = 1; classes < 5; classes++) {
      for (int seed = 0; seed < 3; seed++) {
        Random random = new Random(seed);
        Forest forest = forest(random, classes, seed == 2);
        long[] labels = LongStream.range(0, classes).map(i -> 7 - 3 * i).toArray();
        Tensor base =
            seed % 2 == 0 || classes == 2 ? NO_BASE : Tensor.of(base(random, classes), classes);
        Twins.check(
            new TreeClassifier(forest, Tensor.of(labels, classes), base, post),
            rows(random, forest, DType.F32, 50));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(PostTransform.class)
  void classifiersOfTwoLabelsWithOneScore(PostTransform post) {
    for (int seed = 0; seed < 4; seed++) {
      Random random = new Random(seed);
      Forest forest = seed % 2 == 0 ? forest(random, 1, false) : positive(forest(random, 1, false));
      Tensor base = Tensor.of(new float[] {0.25f}, 1);
      Twins.check(
          new TreeClassifier(forest, Tensor.of(new long[] {3, -5}, 2), base, post),
          rows(random, forest, DType.F32, 33));
    }
  }

  @ParameterizedTest
  @EnumSource(PostTransform.class)
  void ensembles(PostTransform post) {
    for (Aggregate aggregate : Aggregate.values()) {
      Random random = new Random(aggregate.name().hashCode());
      int targets = aggregate == Aggregate.MIN ? 1 : 3;
      Forest forest = forest(random, targets, true);
      Twins.check(
          new TreeEnsemble(forest, targets, aggregate, post), rows(random, forest, DType.F64, 40));
    }
  }

  @Test
  void moreTreesThanABlockHoldsLeavesOf() {
    Random random = new Random(5);
    Forest forest = Forests.random(random, 300, 12, FEATURES, 1, false);
    TreeRegressor op = new TreeRegressor(forest, 1, Aggregate.SUM, NO_BASE, PostTransform.NONE);
    Twins.check(op, rows(random, forest, DType.F32, 1));
    Twins.check(op, rows(random, forest, DType.F32, 65));
  }

  @Test
  void activeRowsOnly() {
    KernelTwins kernels = new KernelTwins(Cuda.device());
    Random random = new Random(8);
    Forest forest = Forests.random(random, 20, 12, FEATURES, 3, false);
    Tensor labels = Tensor.of(new long[] {5, 6, 7}, 3);
    for (int rows : new int[] {0, 1, 20, 37}) {
      kernels.check(
          new TreeClassifier(forest, labels, NO_BASE, PostTransform.SOFTMAX),
          37,
          rows,
          rows(random, forest, DType.F32, 37));
    }
  }

  @Test
  void manyClasses() {
    Random random = new Random(6);
    int classes = 2000;
    Forest forest = Forests.random(random, 40, 12, FEATURES, classes, false);
    long[] labels = LongStream.range(0, classes).toArray();
    Twins.check(
        new TreeClassifier(forest, Tensor.of(labels, classes), NO_BASE, PostTransform.SOFTMAX),
        rows(random, forest, DType.F32, 5));
  }

  @Test
  void noTreesAndOneRowWithoutARowAxis() {
    Forest none = new Forest(List.of(), List.of(), false);
    for (Aggregate aggregate : Aggregate.values()) {
      Twins.check(
          new TreeRegressor(none, 2, aggregate, NO_BASE, PostTransform.NONE),
          Tensor.of(new float[] {1, 2}, 2));
    }
  }

  @Test
  void forestsThatNeverEndAreRefused() {
    Node loop = Forests.split(Mode.LEQ, 0, 1, 1, 0);
    Node leaf = Forests.leaf(1);
    refuses(new Forest(List.of(loop, leaf), List.of(0), false), "tree 0 has a cycle");
    refuses(new Forest(List.of(leaf), List.of(1), false), "root 1 is not one of the 1 nodes");
    Node lost = Forests.split(Mode.LEQ, 0, 1, 1, 9);
    refuses(new Forest(List.of(lost, leaf), List.of(0), false), "node 0 leads to 9");
    Node stray = Forests.leaf(new Vote(4, 1));
    refuses(new Forest(List.of(stray), List.of(0), false), "a leaf votes for target 4 of 1");
  }

  private static void refuses(Forest forest, String reason) {
    TreeRegressor op = new TreeRegressor(forest, 1, Aggregate.SUM, NO_BASE, PostTransform.NONE);
    assertThatThrownBy(() -> ForestCheck.run(forest, 1, 9, reason(op)))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining(reason);
  }

  private static Function<String, InvalidOp> reason(TreeRegressor op) {
    return reason -> new InvalidOp("node", op.label(), reason);
  }

  private static Forest forest(Random random, int targets, boolean isDouble) {
    return Forests.random(
        random, 1 + random.nextInt(40), 1 + random.nextInt(30), FEATURES, targets, isDouble);
  }

  private static Forest positive(Forest forest) {
    List<Node> nodes =
        forest.nodes().stream()
            .map(
                node ->
                    node.isLeaf()
                        ? Forests.leaf(new Vote(0, Math.abs(node.votes().get(0).weight()) / 16))
                        : node)
            .toList();
    return new Forest(nodes, forest.roots(), forest.isDouble());
  }

  private static float[] base(Random random, int count) {
    float[] base = new float[count];
    IntStream.range(0, count).forEach(i -> base[i] = (float) random.nextGaussian());
    return base;
  }

  private static Tensor rows(Random random, Forest forest, DType dtype, int rows) {
    double[] data = new double[rows * (FEATURES + 1)];
    for (int i = 0; i < data.length; i++) {
      data[i] = Forests.randomFeature(random, forest);
    }
    Tensor doubles = Tensor.of(data, rows, FEATURES + 1);
    return dtype == DType.F64 ? doubles : Cpu.evaluate(new Cast(dtype), doubles);
  }
}
