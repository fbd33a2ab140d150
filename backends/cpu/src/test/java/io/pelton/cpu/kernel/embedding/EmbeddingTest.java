package io.pelton.cpu.kernel.embedding;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.Decomposed;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cpu.testing.RowChecks;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.graph.EmbeddingOp.EmbeddingBag;
import io.pelton.engine.graph.EmbeddingOp.EmbeddingSum;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EmbeddingTest {
  private static final int SEEDS = 60;

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void sumsHaveTheBitsOfTheirDecomposition(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Random random = tensors.random();
      int columns = random.nextInt(6);
      long[] outer = {random.nextInt(4), 1 + random.nextInt(4)};
      int tables = 1 + random.nextInt(3);
      DType index = random.nextBoolean() ? DType.I64 : DType.I32;
      Tensor[] operands = new Tensor[2 * tables];
      for (int i = 0; i < tables; i++) {
        int length = 1 + random.nextInt(5);
        long[] dims = tensors.broadcastable(outer);
        if (i > 0 && random.nextInt(3) == 0) {
          long[] full = Arrays.copyOf(dims, dims.length + 1);
          full[dims.length] = columns;
          operands[i] = Decomposed.numbers(tensors, dtype, full);
        } else {
          operands[i] = Decomposed.numbers(tensors, dtype, length, columns);
          operands[tables + i] = indices(random, index, length, dims);
        }
      }
      Decomposed.assertSameBits("seed " + seed, new EmbeddingSum(), operands);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void bagsHaveTheBitsOfTheirDecomposition(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Random random = tensors.random();
      Tensor table = Decomposed.numbers(tensors, dtype, 7, random.nextInt(6));
      long[] dims = random.nextBoolean() ? new long[] {0} : new long[] {random.nextInt(4), 0};
      dims[dims.length - 1] = random.nextInt(40);
      Tensor indices = indices(random, random.nextBoolean() ? DType.I64 : DType.I32, 7, dims);
      OpKind reduction = random.nextBoolean() ? OpKind.REDUCE_SUM : OpKind.REDUCE_MEAN;
      Decomposed.assertSameBits("seed " + seed, new EmbeddingBag(reduction), table, indices);
    }
  }

  private static Tensor indices(Random random, DType dtype, int length, long... dims) {
    long[] values = random.longs(Cpu.count(dims), -length, length).toArray();
    return dtype == DType.I64
        ? Tensor.of(values, dims)
        : Tensor.of(Arrays.stream(values).mapToInt(value -> (int) value).toArray(), dims);
  }

  @Test
  void rowsDoNotDependOnTheirBatch() {
    RandomTensors tensors = new RandomTensors(2);
    Random random = tensors.random();
    Tensor words = tensors.next(DType.F32, 9, 5);
    Tensor positions = tensors.next(DType.F32, 3, 5);
    Tensor ids = indices(random, DType.I64, 9, 16, 3);
    Tensor places = Tensor.of(new long[] {0, 1, 2}, 3);
    Tensor[] operands = {words, positions, ids, places};
    RowChecks.assertSameBits(new EmbeddingSum(), Set.of(2), operands);
    RowChecks.assertNoAllocation(new EmbeddingSum(), Set.of(2), operands);
    EmbeddingBag bag = new EmbeddingBag(OpKind.REDUCE_MEAN);
    RowChecks.assertSameBits(bag, Set.of(1), words, ids);
    RowChecks.assertNoAllocation(bag, Set.of(1), words, ids);
  }

  @Test
  void indicesOutsideOfTheTableAreRefused() {
    Tensor table = Tensor.of(new float[6], 3, 2);
    Tensor ids = Tensor.of(new long[] {0, 3}, 2);
    for (var op : Arrays.asList(new EmbeddingSum(), new EmbeddingBag(OpKind.REDUCE_SUM))) {
      assertThatThrownBy(() -> Cpu.evaluate(op, table, ids))
          .isInstanceOf(InvalidValue.class)
          .hasMessageContaining("index 3 is outside of [-3, 2]");
    }
  }
}
