package io.pelton.cpu.kernel.elementwise;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.math.DoubleMath;
import io.pelton.cpu.math.FloatMath;
import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.Numbers;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class UnaryTest {
  private static final int SEEDS = 12;

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void functionsOfFloatsAgreeWithTheirTwin(DType dtype) {
    for (OpKind kind : new OpKind[] {OpKind.RELU, OpKind.SIGMOID, OpKind.TANH}) {
      for (long seed = 0; seed < SEEDS; seed++) {
        RandomTensors tensors = new RandomTensors(seed);
        Tensor x = tensors.next(dtype, tensors.dims(4, 6));
        Object[] in = Cpu.elements(x);
        Object[] out = Cpu.elements(Cpu.evaluate(new Unary(kind), x));
        for (int i = 0; i < in.length; i++) {
          double value = (Double) in[i];
          double expected =
              dtype == DType.F64 ? doubles(kind, value) : singles(kind, (float) value);
          assertThat(out[i])
              .as("%s(%s), seed %d", kind, value, seed)
              .isEqualTo(Numbers.round(dtype, expected));
        }
      }
    }
  }

  private static double doubles(OpKind kind, double x) {
    return switch (kind) {
      case RELU -> x < 0 ? 0 : x;
      case SIGMOID -> DoubleMath.sigmoid(x);
      default -> StrictMath.tanh(x);
    };
  }

  private static float singles(OpKind kind, float x) {
    return switch (kind) {
      case RELU -> x < 0 ? 0 : x;
      case SIGMOID -> FloatMath.sigmoid(x);
      default -> FloatMath.tanh(x);
    };
  }

  @ParameterizedTest
  @EnumSource(names = {"I64", "I32", "I16", "I8"})
  void reluOfIntegers(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Tensor x = tensors.next(dtype, tensors.dims(4, 6));
      long[] in = x.toLongs();
      long[] out = Cpu.evaluate(new Unary(OpKind.RELU), x).toLongs();
      for (int i = 0; i < in.length; i++) {
        assertThat(out[i]).isEqualTo(Math.max(in[i], 0));
      }
    }
  }

  @Test
  void notOfBooleans() {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Tensor x = tensors.next(DType.BOOL, tensors.dims(4, 6));
      long[] in = x.toLongs();
      long[] out = Cpu.evaluate(new Unary(OpKind.NOT), x).toLongs();
      for (int i = 0; i < in.length; i++) {
        assertThat(out[i]).isEqualTo(1 - in[i]);
      }
    }
  }

  @Test
  void reluOfNanIsNan() {
    float[] out =
        Cpu.evaluate(new Unary(OpKind.RELU), Tensor.of(new float[] {Float.NaN, -1, 2}, 3))
            .toFloats();
    assertThat(out).containsExactly(Float.NaN, 0, 2);
  }
}
