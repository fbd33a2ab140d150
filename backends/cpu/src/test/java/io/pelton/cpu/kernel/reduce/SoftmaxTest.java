package io.pelton.cpu.kernel.reduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.graph.ReduceOp.Softmax;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SoftmaxTest {
  private static final int SEEDS = 16;

  @ParameterizedTest
  @CsvSource({"F64, 1e-15", "F32, 4e-7", "F16, 1e-3", "BF16, 8e-3"})
  void isCloseToTheExactValue(DType dtype, double tolerance) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      long[] dims = {1 + tensors.random().nextInt(3), 1 + tensors.random().nextInt(40), 3};
      int axis = tensors.random().nextInt(3);
      boolean flatten = tensors.random().nextBoolean();
      Tensor x = tensors.next(dtype, dims);
      double[] in = x.toDoubles();
      double[] out = Cpu.evaluate(new Softmax(axis - 3, flatten), x).toDoubles();
      int behind = 1;
      for (int i = axis + 1; i < 3; i++) {
        behind *= (int) dims[i];
      }
      int step = flatten ? 1 : behind;
      int length = (int) dims[axis] * (flatten ? behind : 1);
      for (int i = 0; i < in.length; i++) {
        int start = i / (length * step) * length * step + i % step;
        double expected = exact(in, start, length, step, in[i]);
        if (Double.isNaN(expected)) {
          assertThat(out[i]).isNaN();
        } else {
          assertThat(out[i])
              .as("%s axis %d, seed %d", x.layout(), axis, seed)
              .isCloseTo(expected, within(tolerance));
        }
      }
    }
  }

  private static double exact(double[] x, int start, int length, int step, double value) {
    double max = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < length; k++) {
      max = Math.max(max, x[start + k * step]);
    }
    double sum = 0;
    for (int k = 0; k < length; k++) {
      sum += Math.exp(x[start + k * step] - max);
    }
    return Math.exp(value - max) / sum;
  }

  /** Field case B12. */
  @Test
  void overOneAxisOrAllBehindIt() {
    Tensor zeros = Tensor.of(new float[4], 1, 2, 2);
    assertThat(Cpu.evaluate(new Softmax(1, true), zeros).toFloats())
        .containsExactly(.25f, .25f, .25f, .25f);
    assertThat(Cpu.evaluate(new Softmax(-1, false), zeros).toFloats())
        .containsExactly(.5f, .5f, .5f, .5f);
    float[] rows = Cpu.evaluate(new Softmax(1, true), numbers()).toFloats();
    for (int row = 0; row < 2; row++) {
      float sum = 0;
      for (int i = 0; i < 12; i++) {
        sum += rows[row * 12 + i];
      }
      assertThat(sum).isCloseTo(1, within(1e-6f));
    }
  }

  private static Tensor numbers() {
    float[] data = new float[24];
    for (int i = 0; i < data.length; i++) {
      data[i] = i % 7 - 3;
    }
    return Tensor.of(data, 2, 3, 4);
  }

  /** Field case B12. */
  @Test
  void infinities() {
    float inf = Float.POSITIVE_INFINITY;
    assertThat(softmax(-inf, -inf)).containsExactly(Float.NaN, Float.NaN);
    assertThat(softmax(-inf, 0)).containsExactly(0, 1);
    assertThat(softmax(inf, 0)).containsExactly(Float.NaN, Float.NaN);
    assertThat(softmax(1000, 1000)).containsExactly(.5f, .5f);
  }

  private static float[] softmax(float... x) {
    return Cpu.evaluate(new Softmax(0, false), Tensor.of(x, x.length)).toFloats();
  }

  @Test
  void emptyTensorsGiveEmptyOnes() {
    for (long[] dims : new long[][] {{0, 3}, {3, 0}}) {
      Tensor empty = Tensor.of(new float[0], dims);
      assertThat(Cpu.evaluate(new Softmax(1, false), empty).dims()).containsExactly(dims);
    }
  }
}
