package io.pelton.cpu.kernel.attention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.Decomposed;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cpu.testing.RowChecks;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.AttentionOp.Attention;
import io.pelton.engine.graph.AttentionOp.Scaling;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AttentionTest {
  private static final int SEEDS = 60;

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void attentionHasTheBitsOfItsDecomposition(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Random random = tensors.random();
      int batch = random.nextInt(4);
      int shared = 1 + random.nextInt(2);
      int heads = shared * (1 + random.nextInt(3));
      int queries = random.nextInt(5);
      int keys = random.nextInt(20);
      int features = random.nextInt(6);
      int outputs = random.nextInt(5);
      Tensor q = Decomposed.numbers(tensors, dtype, batch, heads, queries, features);
      Tensor k = Decomposed.numbers(tensors, dtype, batch, shared, keys, features);
      Tensor v = Decomposed.numbers(tensors, dtype, batch, shared, keys, outputs);
      Tensor mask =
          random.nextBoolean()
              ? null
              : Decomposed.numbers(
                  tensors, dtype, tensors.broadcastable(batch, heads, queries, keys));
      Scaling scaling = List.of(Scaling.values()).get(random.nextInt(3));
      Attention op = new Attention(scaling, 0.3535533905932738, random.nextBoolean());
      Decomposed.assertSameBits("seed " + seed, op, q, k, v, mask);
    }
  }

  @Test
  void queriesMeetTheKeysThatTheyMayMeet() {
    Tensor q = Tensor.of(new float[] {0, 0}, 1, 1, 2, 1);
    Tensor k = Tensor.of(new float[] {1, 2}, 1, 1, 2, 1);
    Tensor v = Tensor.of(new float[] {10, 20}, 1, 1, 2, 1);
    Attention causal = new Attention(Scaling.NONE, 1, true);
    assertThat(Cpu.evaluate(causal, q, k, v).toFloats()).containsExactly(10, 15);
    Tensor none = Tensor.of(new float[] {Float.NEGATIVE_INFINITY}, 1);
    Attention plain = new Attention(Scaling.NONE, 1, false);
    assertThat(Cpu.evaluate(plain, q, k, v, none).toFloats()).containsExactly(Float.NaN, Float.NaN);
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16"})
  void sequencesDoNotDependOnTheirBatch(DType dtype) {
    RandomTensors tensors = new RandomTensors(9);
    Attention op = new Attention(Scaling.DIVIDE, 2, false);
    Tensor[] operands = {
      Decomposed.numbers(tensors, dtype, 16, 4, 3, 5),
      Decomposed.numbers(tensors, dtype, 16, 2, 7, 5),
      Decomposed.numbers(tensors, dtype, 16, 2, 7, 6),
      Decomposed.numbers(tensors, dtype, 16, 1, 1, 7)
    };
    RowChecks.assertSameBits(op, Set.of(0, 1, 2, 3), operands);
    RowChecks.assertNoAllocation(op, Set.of(0, 1, 2, 3), operands);
  }

  @Test
  void headsThatDoNotDivideAreRefused() {
    Tensor q = Tensor.of(new float[3], 1, 3, 1, 1);
    Tensor k = Tensor.of(new float[2], 1, 2, 1, 1);
    assertThatThrownBy(() -> Cpu.evaluate(new Attention(Scaling.NONE, 1, false), q, k, k))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("3 heads of q are no multiple of the 2 of k");
  }
}
