package io.pelton.cuda.kernel.elementwise;

import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.testing.Twins;
import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Functions have Java's bits for arguments of all sizes, where algorithms turn from one formula to
 * another and at the ends of what numbers there are.
 */
@ExtendWith(OnEmulatedDriver.class)
class FunctionBitsTest {
  private static final int COUNT = 40_000;

  private static final double[] EDGES = {
    0.0,
    -0.0,
    1,
    -1,
    0.5,
    -0.5,
    2,
    3,
    -3,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.MIN_VALUE,
    -Double.MIN_VALUE,
    Double.MIN_NORMAL,
    Double.MAX_VALUE,
    -Double.MAX_VALUE,
    Float.MIN_VALUE,
    Float.MIN_NORMAL,
    Float.MAX_VALUE,
    Math.PI / 4,
    Math.PI / 2,
    Math.PI,
    1e22,
    0x1p53,
    0x1p63,
    -0x1p63,
    0x1p64,
    0x1p31,
    -0x1p31,
    0x1p32,
    65504,
    65520,
    0x1p-24,
    0x1p-25,
    88.7,
    -103.9,
    709.782712893384,
    -745.133219101941,
    710.4758600739439
  };

  static List<OpKind> functions() {
    return UnaryFunction.KINDS;
  }

  @ParameterizedTest
  @MethodSource("functions")
  void ofOneNumber(OpKind kind) {
    Random random = new Random(kind.name().hashCode());
    Twins.check(new Unary(kind), Tensor.of(numbers(random), COUNT));
    Twins.check(new Unary(kind), Tensor.of(singles(random), COUNT));
  }

  @ParameterizedTest
  @EnumSource(
      value = OpKind.class,
      names = {"POW", "FMOD", "MIN", "MAX", "DIV"})
  void ofTwoNumbers(OpKind kind) {
    Random random = new Random(kind.name().hashCode());
    Twins.check(
        new Binary(kind), Tensor.of(numbers(random), COUNT), Tensor.of(numbers(random), COUNT));
    Twins.check(
        new Binary(kind), Tensor.of(singles(random), COUNT), Tensor.of(singles(random), COUNT));
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      mode = Mode.INCLUDE,
      names = {"F64", "F32", "F16", "BF16", "I64", "I32", "I16", "I8", "U64", "U32", "U16", "U8"})
  void ofConversions(DType to) {
    Random random = new Random(to.name().hashCode());
    Twins.check(new Cast(to), Tensor.of(numbers(random), COUNT));
    Twins.check(new Cast(to), Tensor.of(singles(random), COUNT));
    long[] integers = random.longs(COUNT).map(bits -> bits >> random.nextInt(64)).toArray();
    Twins.check(new Cast(to), Tensor.of(integers, COUNT));
    Twins.check(new Cast(to), Tensor.wrap(DType.U64, integers, COUNT));
  }

  /** Every half there is. */
  @Test
  void ofHalves() {
    short[] bits = new short[1 << 16];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = (short) i;
    }
    for (DType from : List.of(DType.F16, DType.BF16)) {
      Tensor halves = Tensor.wrap(from, bits, bits.length);
      Twins.check(new Cast(DType.F32), halves);
      Twins.check(new Cast(DType.I8), halves);
      Twins.check(new Unary(OpKind.TANH), halves);
      Twins.check(new Unary(OpKind.ATAN), halves);
    }
  }

  private static float[] singles(Random random) {
    float[] singles = new float[COUNT];
    double[] numbers = numbers(random);
    for (int i = 0; i < COUNT; i++) {
      singles[i] =
          random.nextInt(4) == 0 ? Float.intBitsToFloat(random.nextInt()) : (float) numbers[i];
    }
    return singles;
  }

  private static double[] numbers(Random random) {
    double[] numbers = new double[COUNT];
    for (int i = 0; i < COUNT; i++) {
      numbers[i] = number(random);
    }
    return numbers;
  }

  private static double number(Random random) {
    double around = random.nextDouble() - 0.5;
    return switch (random.nextInt(9)) {
      case 0 -> Double.longBitsToDouble(random.nextLong());
      case 1 -> around * 4;
      case 2 -> around * 100;
      case 3 -> around * 1600;
      case 4 -> Math.scalb(around, random.nextInt(80) - 40);
      case 5 -> EDGES[random.nextInt(EDGES.length)];
      case 6 -> (random.nextInt(2001) - 1000) * (Math.PI / 2) * (random.nextBoolean() ? 1 : 1e6);
      case 7 -> 1 + Math.scalb(around, -random.nextInt(40));
      default -> random.nextInt(41) - 20;
    };
  }
}
