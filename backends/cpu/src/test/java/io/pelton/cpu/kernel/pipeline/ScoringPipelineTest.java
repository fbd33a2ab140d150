package io.pelton.cpu.kernel.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.kernel.score.BoundNode;
import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.Decomposed;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cpu.testing.RowChecks;
import io.pelton.cpu.testing.RowNode;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.graph.FeatureOp.Binarizer;
import io.pelton.engine.graph.FeatureOp.FeaturePipeline;
import io.pelton.engine.graph.FeatureOp.FeatureVectorizer;
import io.pelton.engine.graph.FeatureOp.Norm;
import io.pelton.engine.graph.FeatureOp.Normalizer;
import io.pelton.engine.graph.FeatureOp.OneHotEncoder;
import io.pelton.engine.graph.FeatureOp.Scaler;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ScoringOp;
import io.pelton.engine.graph.ScoringOp.ScoringPipeline;
import io.pelton.engine.graph.ScoringOp.ZipMap;
import io.pelton.engine.graph.ShapeOp.Concat;
import io.pelton.engine.graph.ViewOp.Flatten;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ScoringPipelineTest {
  private static final int SEEDS = 150;

  /** With columns enough that a block has few rows. */
  @ParameterizedTest
  @EnumSource(names = {"F32", "F64", "I64", "I32"})
  void scoresHaveTheBitsOfTheParts(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Random random = tensors.random();
      int rows = random.nextInt(12);
      int operands = 1 + random.nextInt(3);
      List<Tensor> in = new ArrayList<>();
      List<Integer> lengths = new ArrayList<>();
      int columns = 0;
      boolean isVectorized = random.nextBoolean();
      for (int i = 0; i < operands; i++) {
        int own = 1 + random.nextInt(random.nextBoolean() ? 4 : 200);
        in.add(tensors.next(dtype, rows, own));
        lengths.add(isVectorized ? 1 + random.nextInt(300) : own);
        columns += lengths.get(i);
      }
      List<Op> stages = new ArrayList<>();
      if (operands > 1 || isVectorized) {
        stages.add(isVectorized ? new FeatureVectorizer(lengths) : new Concat(1));
      }
      if (stages.isEmpty() || random.nextBoolean()) {
        columns = addStages(stages, tensors, columns);
      }
      ScoringOp scorer = Scorers.any(random, columns);
      ScoringPipeline op = new ScoringPipeline(new FeaturePipeline(stages), scorer);
      Decomposed.assertSameBits("seed " + seed + ": " + op, op, in.toArray(new Tensor[0]));
    }
  }

  private static int addStages(List<Op> stages, RandomTensors tensors, int columns) {
    switch (tensors.random().nextInt(4)) {
      case 0 ->
          stages.add(new Scaler(tensors.packed(DType.F32, columns), tensors.packed(DType.F32, 1)));
      case 1 -> {
        stages.add(new Binarizer(0));
        stages.add(new OneHotEncoder(Tensor.of(new long[] {0, 1, 7}, 3), true));
        stages.add(new Flatten(1));
        return 3 * columns;
      }
      case 2 -> {
        stages.add(new Binarizer(1));
        stages.add(new Normalizer(Norm.L1));
      }
      default -> stages.add(new Binarizer(-1));
    }
    return columns;
  }

  @Test
  void rowsDoNotDependOnTheirBatch() {
    RandomTensors tensors = new RandomTensors(7);
    FeaturePipeline front =
        new FeaturePipeline(
            List.of(new FeatureVectorizer(List.of(200, 150)), new Normalizer(Norm.L2)));
    for (ScoringOp scorer : Scorers.all(tensors.random(), 350)) {
      ScoringPipeline op = new ScoringPipeline(front, scorer);
      Tensor[] operands = {tensors.next(DType.F32, 16, 90), tensors.next(DType.F32, 16, 70)};
      if (!(scorer instanceof ScoringOp.Classifier)) {
        RowChecks.assertSameBits(op, Set.of(0, 1), operands);
        RowChecks.assertNoAllocation(op, Set.of(0, 1), operands);
      }
    }
  }

  @Test
  void weightsArePackedOnceForTheScorerAloneAndBehindItsFeatures() {
    Random random = new Random(3);
    Tensor x = new RandomTensors(3).packed(DType.F32, 5, 8);
    for (ScoringOp scorer : Scorers.trees(random, 8)) {
      Prepared prepared = new Prepared();
      new BoundNode(scorer, prepared, x);
      long bytes = prepared.bytes();
      assertThat(bytes).isPositive();
      FeaturePipeline front = new FeaturePipeline(List.of(new Binarizer(0)));
      new BoundNode(new ScoringPipeline(front, scorer), prepared, x);
      assertThat(prepared.bytes()).isEqualTo(bytes);
    }
  }

  @Test
  void refusedValuesNameTheRowOfTheBatch() {
    FeaturePipeline front =
        new FeaturePipeline(
            List.of(
                new FeatureVectorizer(List.of(400)),
                new OneHotEncoder(Tensor.of(new long[] {0, 1}, 2), false),
                new Flatten(1)));
    ScoringOp scorer = Scorers.linearRegressor(new Random(1), 800);
    Tensor x = Tensor.of(new float[] {0, 1, 1, 0, 0, 1, 0, 1, 0, 6, 0}, 11, 1);
    RowNode node = new RowNode(new ScoringPipeline(front, scorer), 11, Set.of(0), List.of(x));
    assertThatThrownBy(() -> node.run(0, 11))
        .isInstanceOfSatisfying(InvalidValue.class, e -> assertThat(e.row()).isEqualTo(9))
        .hasMessageContaining("category 6.0 is none of the 2 that the model knows");
    node.run(0, 9);
  }

  @Test
  void whatDoesNotScoreIsRefused() {
    Tensor x = Tensor.of(new float[2], 1, 2);
    FeaturePipeline front = new FeaturePipeline(List.of(new Scaler(x, x)));
    ZipMap zip = new ZipMap(Tensor.of(new long[2], 2));
    assertThatThrownBy(() -> Cpu.evaluate(new ScoringPipeline(front, zip), x))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("should end in a classifier or a regressor but does in ZipMap");
    ScoringOp wide = Scorers.linearRegressor(new Random(1), 3);
    assertThatThrownBy(() -> Cpu.evaluate(new ScoringPipeline(front, wide), x))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("needs 3 features but the input is [1,2]");
  }
}
