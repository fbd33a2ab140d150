package io.pelton.cpu.kernel.matmul;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.Decomposed;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cpu.testing.RowChecks;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.Activation;
import io.pelton.engine.graph.LinalgOp.Dense;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DenseTest {
  private static final int SEEDS = 60;
  private static final List<Activation> ACTIVATIONS = List.of(Activation.values());

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void denseHasTheBitsOfItsDecomposition(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Random random = tensors.random();
      int rows = random.nextInt(5);
      int inner = random.nextInt(10);
      int columns = random.nextInt(6);
      long[] batch = tensors.dims(2, 3);
      boolean leftIsVector = random.nextInt(6) == 0;
      boolean rightIsVector = random.nextInt(6) == 0;
      Tensor a =
          leftIsVector
              ? Decomposed.numbers(tensors, dtype, inner)
              : Decomposed.numbers(
                  tensors, dtype, MatrixViews.append(tensors.broadcastable(batch), rows, inner));
      Tensor b =
          rightIsVector
              ? Decomposed.numbers(tensors, dtype, inner)
              : Decomposed.numbers(
                  tensors, dtype, MatrixViews.append(tensors.broadcastable(batch), inner, columns));
      long[] product = Cpu.evaluate(new Dense(Activation.NONE), a, b).dims();
      Tensor bias = random.nextInt(4) == 0 ? null : summand(tensors, dtype, product);
      Tensor residual = random.nextInt(3) > 0 ? null : summand(tensors, dtype, product);
      Activation activation = ACTIVATIONS.get((int) seed % ACTIVATIONS.size());
      Decomposed.assertSameBits("seed " + seed, new Dense(activation), a, b, bias, residual);
    }
  }

  /** Whose result has an axis for rows, and none for the only column. */
  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void theBiasOfAProductWithAVectorIsOneNumberARow(DType dtype) {
    RandomTensors tensors = new RandomTensors(8);
    Tensor x = Decomposed.numbers(tensors, dtype, 3, 1, 20, 6);
    Tensor vector = Decomposed.numbers(tensors, dtype, 6);
    Tensor bias = Decomposed.numbers(tensors, dtype, 20);
    Tensor residual = Decomposed.numbers(tensors, dtype);
    Decomposed.assertSameBits("vector", new Dense(Activation.RELU), x, vector, bias, residual);
  }

  private static Tensor summand(RandomTensors tensors, DType dtype, long[] product) {
    return Decomposed.numbers(tensors, dtype, tensors.broadcastable(product));
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "BF16"})
  void rowsDoNotDependOnTheirBatch(DType dtype) {
    RandomTensors tensors = new RandomTensors(3);
    Tensor x = Decomposed.numbers(tensors, dtype, 16, 33);
    Tensor weights = Decomposed.numbers(tensors, dtype, 33, 5);
    Tensor residual = Decomposed.numbers(tensors, dtype, 16, 5);
    Dense op = new Dense(Activation.GELU);
    Tensor[] operands = {x, weights, Decomposed.numbers(tensors, dtype, 5), residual};
    RowChecks.assertSameBits(op, Set.of(0, 3), operands);
    RowChecks.assertNoAllocation(op, Set.of(0, 3), operands);
  }

  @Test
  void aBiasThatIsLargerThanTheProductIsRefused() {
    Tensor matrix = Tensor.of(new float[4], 2, 2);
    Tensor bias = Tensor.of(new float[8], 2, 2, 2);
    assertThatThrownBy(() -> Cpu.evaluate(new Dense(Activation.RELU), matrix, matrix, bias))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("Dense+Relu")
        .hasMessageContaining("[2,2,2] does not broadcast to [2,2]");
  }
}
