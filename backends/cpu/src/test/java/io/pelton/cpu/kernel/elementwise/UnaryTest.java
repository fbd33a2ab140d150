package io.pelton.cpu.kernel.elementwise;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.kernel.DTypes;
import io.pelton.cpu.math.DoubleMath;
import io.pelton.cpu.math.FloatMath;
import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.Numbers;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class UnaryTest {
  private static final int SEEDS = 12;

  private static final List<OpKind> FUNCTIONS =
      List.of(
          OpKind.RELU,
          OpKind.SIGMOID,
          OpKind.TANH,
          OpKind.NEG,
          OpKind.ABS,
          OpKind.RECIPROCAL,
          OpKind.SQRT,
          OpKind.EXP,
          OpKind.LOG,
          OpKind.ERF,
          OpKind.FLOOR,
          OpKind.CEIL,
          OpKind.SIGN,
          OpKind.SOFTPLUS,
          OpKind.SIN,
          OpKind.COS,
          OpKind.TAN,
          OpKind.ASIN,
          OpKind.ACOS,
          OpKind.ATAN,
          OpKind.SINH,
          OpKind.COSH,
          OpKind.ASINH,
          OpKind.ACOSH,
          OpKind.ATANH,
          OpKind.ROUND);

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void functionsOfFloatsAgreeWithTheirTwin(DType dtype) {
    for (OpKind kind : FUNCTIONS) {
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
      case TANH -> StrictMath.tanh(x);
      case EXP -> StrictMath.exp(x);
      case LOG -> StrictMath.log(x);
      case ERF -> DoubleMath.erf(x);
      case SOFTPLUS -> DoubleMath.softplus(x);
      case RECIPROCAL -> 1 / x;
      default -> exact(kind, x);
    };
  }

  private static float singles(OpKind kind, float x) {
    return switch (kind) {
      case RELU -> x < 0 ? 0 : x;
      case SIGMOID -> FloatMath.sigmoid(x);
      case TANH -> FloatMath.tanh(x);
      case EXP -> FloatMath.exp(x);
      case LOG -> FloatMath.log(x);
      case ERF -> FloatMath.erf(x);
      case SOFTPLUS -> FloatMath.softplus(x);
      case RECIPROCAL -> 1 / x;
      default -> (float) exact(kind, x);
    };
  }

  /** Functions whose float64 result rounds to the float32 one. */
  private static double exact(OpKind kind, double x) {
    return switch (kind) {
      case NEG -> 0.0 - x == 0 ? -x : 0.0 - x;
      case ABS -> StrictMath.abs(x);
      case SQRT -> StrictMath.sqrt(x);
      case FLOOR -> StrictMath.floor(x);
      case CEIL -> StrictMath.ceil(x);
      case SIGN -> StrictMath.signum(x) + 0.0;
      case SIN -> StrictMath.sin(x);
      case COS -> StrictMath.cos(x);
      case TAN -> StrictMath.tan(x);
      case ASIN -> StrictMath.asin(x);
      case ACOS -> StrictMath.acos(x);
      case ATAN -> StrictMath.atan(x);
      case SINH -> StrictMath.sinh(x);
      case COSH -> StrictMath.cosh(x);
      case ASINH -> DoubleMath.asinh(x);
      case ACOSH -> DoubleMath.acosh(x);
      case ATANH -> DoubleMath.atanh(x);
      case ROUND -> StrictMath.rint(x);
      default -> throw new IllegalArgumentException(kind.label());
    };
  }

  static List<DType> integers() {
    return DTypes.INTEGERS;
  }

  @ParameterizedTest
  @MethodSource("integers")
  void functionsOfIntegers(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Tensor x = tensors.next(dtype, tensors.dims(4, 6));
      long[] in = x.toLongs();
      long[] magnitudes = Cpu.evaluate(new Unary(OpKind.ABS), x).toLongs();
      long[] signs = Cpu.evaluate(new Unary(OpKind.SIGN), x).toLongs();
      for (int i = 0; i < in.length; i++) {
        BigInteger value = Numbers.exact(dtype, in[i]);
        assertThat(magnitudes[i]).isEqualTo(Numbers.wrap(dtype, value.abs()));
        assertThat(signs[i]).isEqualTo(value.signum());
      }
      long[] complements = Cpu.evaluate(new Unary(OpKind.NOT), x).toLongs();
      for (int i = 0; i < in.length; i++) {
        assertThat(complements[i])
            .isEqualTo(Numbers.wrap(dtype, Numbers.exact(dtype, in[i]).not()));
      }
      if (dtype.kind() == DType.Kind.SIGNED) {
        long[] negated = Cpu.evaluate(new Unary(OpKind.NEG), x).toLongs();
        for (int i = 0; i < in.length; i++) {
          assertThat(negated[i])
              .isEqualTo(Numbers.wrap(dtype, Numbers.exact(dtype, in[i]).negate()));
        }
      }
    }
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
