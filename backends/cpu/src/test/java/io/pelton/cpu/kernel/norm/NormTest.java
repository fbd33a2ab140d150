package io.pelton.cpu.kernel.norm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.Decomposed;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.graph.NormOp.BatchNorm;
import io.pelton.engine.graph.NormOp.LayerNorm;
import io.pelton.engine.graph.NormOp.RmsNorm;
import io.pelton.engine.graph.Op;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bits of the fused kernels are the bits of what they stand for. */
class NormTest {
  private static final int SEEDS = 60;

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void runNormsHaveTheBitsOfTheirDecomposition(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Random random = tensors.random();
      long[] dims = dims(tensors, 1);
      int axis = random.nextInt(dims.length);
      int counted = random.nextBoolean() ? axis : axis - dims.length;
      Tensor x = Decomposed.numbers(tensors, dtype, dims);
      Tensor scale = Decomposed.numbers(tensors, dtype, weights(tensors, axis, dims));
      Tensor bias =
          random.nextInt(3) == 0
              ? null
              : Decomposed.numbers(tensors, dtype, weights(tensors, axis, dims));
      compare(new LayerNorm(counted, 1e-5f), seed, x, scale, bias);
      compare(new RmsNorm(counted, 1e-3f), seed, x, scale);
    }
  }

  /** Some axis may have no element at all. */
  private static long[] dims(RandomTensors tensors, int minRank) {
    long[] dims = tensors.dims(4, 9);
    int rank = Math.max(minRank, dims.length);
    long[] padded = Arrays.copyOf(dims, rank);
    for (int axis = 0; axis < rank; axis++) {
      if (tensors.random().nextInt(20) == 0) {
        padded[axis] = 0;
      } else if (padded[axis] == 0) {
        padded[axis] = 3;
      }
    }
    return padded;
  }

  /** Of the normalized axes mostly, of any otherwise. */
  private static long[] weights(RandomTensors tensors, int axis, long... dims) {
    return tensors.random().nextBoolean()
        ? Arrays.copyOfRange(dims, axis, dims.length)
        : tensors.broadcastable(dims);
  }

  private static void compare(Op op, long seed, Tensor... operands) {
    Object[] found = Cpu.elements(Cpu.evaluate(op, operands));
    Object[] expected = Cpu.elements(Decomposed.evaluate(op, operands));
    assertThat(found)
        .as("%s of %s, seed %d", op, operands[0].layout(), seed)
        .isEqualTo(expected)
        .hasSize((int) operands[0].layout().elements());
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void batchNormHasTheBitsOfItsDecomposition(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      long[] dims = dims(tensors, 2);
      Tensor x = Decomposed.numbers(tensors, dtype, dims);
      Tensor[] channels = new Tensor[4];
      Arrays.setAll(channels, i -> Decomposed.numbers(tensors, dtype, dims[1]));
      Op op = new BatchNorm(1e-5);
      compare(op, seed, x, channels[0], channels[1], channels[2], channels[3]);
    }
  }

  /** More elements in a run than in a block, and not a multiple of the partial sums. */
  @Test
  void longRunsAreNormalized() {
    RandomTensors tensors = new RandomTensors(3);
    float[] data = new float[3 * 2501];
    for (int i = 0; i < data.length; i++) {
      data[i] = 5 + tensors.random().nextFloat();
    }
    Tensor x = Tensor.of(data, 3, 2501);
    float[] ones = new float[2501];
    Arrays.fill(ones, 1);
    Tensor scale = Tensor.of(ones, 2501);
    compare(new LayerNorm(-1, 1e-5f), 3, x, scale);
    compare(new RmsNorm(-1, 1e-5f), 3, x, scale);
    float[] normal = Cpu.evaluate(new LayerNorm(1, 1e-12f), x, scale).toFloats();
    double sum = 0;
    double squares = 0;
    for (int i = 2501; i < 2 * 2501; i++) {
      sum += normal[i];
      squares += normal[i] * normal[i];
    }
    assertThat(sum / 2501).isCloseTo(0, within(1e-5));
    assertThat(squares / 2501).isCloseTo(1, within(1e-5));
  }

  @Test
  void batchNormOfKnownNumbers() {
    Tensor x = Tensor.of(new float[] {1, 2, 3, 4, 5, 6, 7, 8}, 1, 2, 4);
    Tensor found =
        Cpu.evaluate(
            new BatchNorm(0),
            x,
            Tensor.of(new float[] {2, 1}, 2),
            Tensor.of(new float[] {1, 0}, 2),
            Tensor.of(new float[] {2, 6}, 2),
            Tensor.of(new float[] {4, 0.25f}, 2));
    assertThat(found.toFloats()).containsExactly(0, 1, 2, 3, -2, 0, 2, 4);
  }
}
