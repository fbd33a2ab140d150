package io.pelton.cpu.vector.embedding;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.vector.TwinBits;
import io.pelton.cpu.vector.reduce.Floats;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.EmbeddingOp.EmbeddingBag;
import io.pelton.engine.graph.EmbeddingOp.EmbeddingSum;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sums of table rows by vectors have the bits of the scalar loops. */
class VectorEmbeddingTest {
  private static final int ROUNDS = 60;

  private final Random random = new Random(8);

  @ParameterizedTest
  @EnumSource(names = {"F32", "F16", "BF16"})
  void bags(DType dtype) {
    for (int round = 0; round < ROUNDS; round++) {
      Tensor table = table(dtype, 1 + random.nextInt(70));
      Tensor indices = indices(table, 1 + random.nextInt(5), random.nextInt(40));
      OpKind reduction = round % 2 == 0 ? OpKind.REDUCE_SUM : OpKind.REDUCE_MEAN;
      TwinBits.assertSame(new EmbeddingBag(reduction), Set.of(0), table, indices);
    }
  }

  @Test
  void sums() {
    for (int round = 0; round < ROUNDS; round++) {
      int columns = 1 + random.nextInt(70);
      Tensor first = table(DType.F32, columns);
      Tensor second = table(DType.F32, columns);
      long[] dims = {1 + random.nextInt(5), 1 + random.nextInt(5)};
      TwinBits.assertSame(
          new EmbeddingSum(),
          Set.of(0, 1),
          first,
          second,
          indices(first, dims),
          indices(second, dims));
    }
  }

  private Tensor table(DType dtype, int columns) {
    int rows = 1 + random.nextInt(20);
    float[] numbers = Floats.next(random, rows * columns, random.nextInt(3) * 20);
    Tensor table = Tensor.of(numbers, rows, columns);
    return dtype == DType.F32 ? table : Cpu.evaluate(new Cast(dtype), table);
  }

  private Tensor indices(Tensor table, long... dims) {
    int rows = (int) table.dims()[0];
    long[] indices = new long[(int) (dims[0] * dims[1])];
    for (int i = 0; i < indices.length; i++) {
      indices[i] = (long) random.nextInt(2 * rows) - rows;
    }
    return Tensor.of(indices, dims);
  }
}
