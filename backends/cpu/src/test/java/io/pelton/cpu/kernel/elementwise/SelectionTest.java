package io.pelton.cpu.kernel.elementwise;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.Numbers;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.graph.ElementwiseOp.Clip;
import io.pelton.engine.graph.ElementwiseOp.Where;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SelectionTest {
  private static final int SEEDS = 12;

  @ParameterizedTest
  @EnumSource(
      names = {
        "F64", "F32", "F16", "BF16", "I64", "I32", "I16", "I8", "U64", "U32", "U16", "U8", "BOOL",
        "STRING"
      })
  void whereChoosesElements(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      long[] dims = tensors.dims(4, 5);
      Tensor condition = tensors.next(DType.BOOL, tensors.broadcastable(dims));
      Tensor x = tensors.next(dtype, tensors.broadcastable(dims));
      Tensor y = tensors.next(dtype, tensors.broadcastable(dims));
      long[] result = Cpu.broadcastDims(condition.dims(), Cpu.broadcastDims(x.dims(), y.dims()));
      long[] chosen = Cpu.broadcast(condition, result).toLongs();
      Object[] left = Cpu.elements(Cpu.broadcast(x, result));
      Object[] right = Cpu.elements(Cpu.broadcast(y, result));
      Object[] out = Cpu.elements(Cpu.evaluate(new Where(), condition, x, y));
      assertThat(out).hasSize(chosen.length);
      for (int i = 0; i < out.length; i++) {
        assertThat(out[i]).as("seed %d", seed).isEqualTo(chosen[i] == 1 ? left[i] : right[i]);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void clipHoldsFloats(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Tensor x = tensors.next(dtype, tensors.dims(4, 5));
      Tensor low = tensors.random().nextInt(4) == 0 ? null : tensors.next(dtype);
      Tensor high = tensors.random().nextInt(4) == 0 ? null : tensors.next(dtype, 1);
      Object[] in = Cpu.elements(x);
      Object[] out = Cpu.elements(Cpu.evaluate(new Clip(), x, low, high));
      for (int i = 0; i < in.length; i++) {
        double value = (Double) in[i];
        if (low != null && value < low.toDoubles()[0]) {
          value = low.toDoubles()[0];
        }
        if (high != null && value > high.toDoubles()[0]) {
          value = high.toDoubles()[0];
        }
        assertThat(out[i]).as("%s, seed %d", in[i], seed).isEqualTo(value);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"I64", "I32", "I16", "I8", "U64", "U32", "U16", "U8"})
  void clipHoldsIntegers(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Tensor x = tensors.next(dtype, tensors.dims(4, 5));
      Tensor low = tensors.random().nextInt(4) == 0 ? null : tensors.next(dtype);
      Tensor high = tensors.random().nextInt(4) == 0 ? null : tensors.next(dtype);
      long[] in = x.toLongs();
      long[] out = Cpu.evaluate(new Clip(), x, low, high).toLongs();
      for (int i = 0; i < in.length; i++) {
        BigInteger value = Numbers.exact(dtype, in[i]);
        value = low == null ? value : value.max(Numbers.exact(dtype, low.toLongs()[0]));
        value = high == null ? value : value.min(Numbers.exact(dtype, high.toLongs()[0]));
        assertThat(out[i]).as("%s, seed %d", in[i], seed).isEqualTo(value.longValue());
      }
    }
  }

  /** Field case B14. */
  @Test
  void oddBoundsOfClip() {
    assertThat(clip(new float[] {-2, 0, 6}, 2f, 1f)).containsExactly(1, 1, 1);
    assertThat(clip(new float[] {Float.NaN}, 0f, 1f)).containsExactly(Float.NaN);
    assertThat(clip(new float[] {.5f, -3, 4.5f, 11, Float.NaN}, 0f, Float.NaN))
        .containsExactly(.5f, 0, 4.5f, 11, Float.NaN);
    assertThat(clip(new float[] {-5, 5}, 0f, null)).containsExactly(0, 5);
    assertThat(clip(new float[] {-5, 5}, null, 0f)).containsExactly(-5, 0);
    Tensor x = Tensor.of(new float[] {-5, 5}, 2);
    assertThat(Cpu.evaluate(new Clip(), x).toFloats()).containsExactly(-5, 5);
  }

  private static float[] clip(float[] x, Float low, Float high) {
    return Cpu.evaluate(new Clip(), Tensor.of(x, x.length), scalar(low), scalar(high)).toFloats();
  }

  private static Tensor scalar(Float value) {
    return value == null ? null : Tensor.of(new float[] {value});
  }
}
