package io.pelton.cpu.kernel.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import io.pelton.engine.graph.FeatureOp.Imputer;
import io.pelton.engine.graph.FeatureOp.Norm;
import io.pelton.engine.graph.FeatureOp.Normalizer;
import io.pelton.engine.graph.FeatureOp.OneHotEncoder;
import io.pelton.engine.graph.FeatureOp.Scaler;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ShapeOp.Concat;
import io.pelton.engine.graph.ViewOp.Flatten;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FeaturePipelineTest {
  private static final int SEEDS = 200;

  @ParameterizedTest
  @EnumSource(names = {"F32", "F64", "I64", "I32"})
  void pipelinesHaveTheBitsOfTheirStages(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Random random = tensors.random();
      int join = random.nextInt(3);
      int rows = random.nextInt(5);
      int operands = join == 0 ? 1 : 1 + random.nextInt(3);
      List<Tensor> in = new ArrayList<>();
      List<Integer> lengths = new ArrayList<>();
      int columns = 0;
      for (int i = 0; i < operands; i++) {
        int own = random.nextInt(4) + (i == 0 ? 1 : 0);
        in.add(tensors.next(dtype, rows, own));
        lengths.add(join == 2 ? random.nextInt(5) : own);
        columns += lengths.get(i);
      }
      List<Op> stages = new ArrayList<>();
      if (join > 0) {
        stages.add(join == 1 ? new Concat(random.nextBoolean() ? 1 : -1) : vectorizer(lengths));
      }
      int width = columns;
      DType value = join == 2 ? DType.F32 : dtype;
      boolean isFlat = true;
      for (int stage = random.nextInt(4); stage >= 0; stage--) {
        Op op = isFlat || random.nextBoolean() ? stage(tensors, value, columns) : new Flatten(1);
        stages.add(op);
        if (op instanceof Flatten) {
          columns = width;
        } else if (op instanceof OneHotEncoder encoder) {
          columns = (int) encoder.categories().layout().elements();
          width *= columns;
        }
        isFlat = !(op instanceof OneHotEncoder) && (isFlat || op instanceof Flatten);
        value =
            op instanceof Imputer || op instanceof Binarizer || op instanceof Flatten
                ? value
                : DType.F32;
      }
      FeaturePipeline op = new FeaturePipeline(stages);
      Decomposed.assertSameBits("seed " + seed + ": " + op, op, in.toArray(new Tensor[0]));
    }
  }

  private static Op vectorizer(List<Integer> lengths) {
    return new FeatureVectorizer(lengths);
  }

  private static Op stage(RandomTensors tensors, DType dtype, int columns) {
    Random random = tensors.random();
    int own = random.nextBoolean() ? 1 : columns;
    return switch (random.nextInt(5)) {
      case 0 -> {
        Tensor replaced = tensors.packed(dtype, 1);
        yield new Imputer(replaced, tensors.packed(dtype, own));
      }
      case 1 -> new Scaler(tensors.packed(DType.F32, own), tensors.packed(DType.F32, 1));
      case 2 -> new Normalizer(List.of(Norm.values()).get(random.nextInt(3)));
      case 3 -> new OneHotEncoder(categories(random), true);
      default -> new Binarizer(random.nextInt(3) - 1);
    };
  }

  private static Tensor categories(Random random) {
    long[] categories = new long[1 + random.nextInt(4)];
    Arrays.setAll(categories, i -> random.nextInt(4) - 1L);
    return Tensor.of(categories, categories.length);
  }

  @Test
  void unknownCategoriesNameTheirRow() {
    FeaturePipeline op =
        new FeaturePipeline(
            List.of(
                new Concat(1),
                new OneHotEncoder(Tensor.of(new long[] {3, 5}, 2), false),
                new Flatten(1)));
    Tensor known = Tensor.of(new long[] {3, 5, 3}, 3, 1);
    RowNode node =
        new RowNode(op, 3, Set.of(0, 1), List.of(known, Tensor.of(new long[] {5, 3, 7}, 3, 1)));
    assertThatThrownBy(() -> node.run(0, 3))
        .isInstanceOfSatisfying(InvalidValue.class, e -> assertThat(e.row()).isEqualTo(2))
        .hasMessageContaining("category 7 is none of the 2 that the model knows");
    node.run(0, 2);
    assertThat(node.rows(2)).containsExactly(1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0);
  }

  @Test
  void textIsEncodedInBlocks() {
    Tensor categories = Tensor.of(new String[] {"no", "", "öl"}, 3);
    FeaturePipeline op =
        new FeaturePipeline(
            List.of(
                new Concat(-1),
                new OneHotEncoder(categories, true),
                new Flatten(1),
                new Normalizer(Norm.L2)));
    Random random = new Random(5);
    List<String> words = List.of("no", "", "öl", "other");
    String[] texts = new String[12 * 90];
    Arrays.setAll(texts, i -> words.get(random.nextInt(4)));
    Tensor one = Tensor.of(texts, 12, 90);
    Tensor turned = new Tensor(one.storage(), Tensor.of(texts, 90, 12).layout().permute(1, 0));
    Decomposed.assertSameBits("text", op, one, turned);
    Object[] encoded = Cpu.elements(Cpu.evaluate(op, one, turned));
    assertThat(encoded).filteredOn(value -> (double) value > 0).hasSizeGreaterThan(1000);
    RowChecks.assertNoAllocation(op, Set.of(0), one);
  }

  private static FeaturePipeline usual() {
    Tensor nan = Tensor.of(new float[] {Float.NaN}, 1);
    Tensor means = Tensor.of(new float[] {1, 2, 3}, 3);
    return new FeaturePipeline(
        List.of(
            new FeatureVectorizer(List.of(2, 1)),
            new Imputer(nan, means),
            new Scaler(means, means),
            new Normalizer(Norm.L2)));
  }

  @Test
  void rowsDoNotDependOnTheirBatch() {
    RandomTensors tensors = new RandomTensors(4);
    Tensor[] operands = {tensors.next(DType.F64, 16, 2), tensors.next(DType.F64, 16, 1)};
    RowChecks.assertSameBits(usual(), Set.of(0, 1), operands);
    RowChecks.assertNoAllocation(usual(), Set.of(0, 1), operands);
  }

  @Test
  void stagesThatDoNotMapColumnsAreRefused() {
    Tensor x = Tensor.of(new float[2], 1, 2);
    FeaturePipeline late =
        new FeaturePipeline(List.of(new Binarizer(0), new FeatureVectorizer(List.of(2))));
    assertThatThrownBy(() -> Cpu.evaluate(late, x))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("should have stages that map columns");
    FeaturePipeline texts =
        new FeaturePipeline(
            List.of(new Binarizer(0), new OneHotEncoder(Tensor.of(new String[] {"a"}, 1), true)));
    assertThatThrownBy(() -> Cpu.evaluate(texts, x))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("categories are STRING but the input is F32");
    FeaturePipeline vector =
        new FeaturePipeline(List.of(new OneHotEncoder(Tensor.of(new long[1], 1), true)));
    assertThatThrownBy(() -> Cpu.evaluate(vector, Tensor.of(new float[2], 2)))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("should encode the columns of a matrix but the input is [2]");
    FeaturePipeline rows = new FeaturePipeline(List.of(new Concat(0), new Binarizer(0)));
    assertThatThrownBy(() -> Cpu.evaluate(rows, x, x))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("joins another axis");
  }
}
