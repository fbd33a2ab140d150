package io.pelton.onnx.field;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.field.Elements.longs;
import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Div and Mod of integers. ONNX Runtime ends the process on MIN by -1; here quotients wrap. By 0,
 * which the standard leaves open, both are refused.
 */
class IntegerDivisionCasesTest {
  static List<DType> types() {
    return Stream.concat(Elements.SIGNED.stream(), Elements.UNSIGNED.stream()).toList();
  }

  private static boolean isSigned(DType dtype) {
    return dtype.kind() == DType.Kind.SIGNED;
  }

  private static long[] div(Tensor a, Tensor b) {
    return FieldModel.of(14, "Div", a, b).run().toLongs();
  }

  private static long[] mod(boolean isDividends, Tensor a, Tensor b) {
    return FieldModel.of(13, "Mod", List.of(integer("fmod", isDividends ? 1 : 0)), a, b)
        .run()
        .toLongs();
  }

  @ParameterizedTest
  @MethodSource("types")
  void b4TheLeastByMinusOneWraps(DType dtype) {
    long least = isSigned(dtype) ? -1L << (dtype.bits() - 1) : 1;
    long opposite = isSigned(dtype) ? -1 : 1;
    Tensor a = longs(dtype, least);
    Tensor b = longs(dtype, opposite);
    assertThat(div(a, b)).containsExactly(least);
    assertThat(mod(false, a, b)).containsExactly(0);
    assertThat(mod(true, a, b)).containsExactly(0);
  }

  @ParameterizedTest
  @MethodSource("types")
  void b4RemaindersHaveTheDivisorsSignAndQuotientsAreCutOff(DType dtype) {
    if (isSigned(dtype)) {
      Tensor a = longs(dtype, -7, 7, -7, 7);
      Tensor b = longs(dtype, 3, -3, -3, 3);
      assertThat(mod(false, a, b)).containsExactly(2, -2, -1, 1);
      assertThat(mod(true, a, b)).containsExactly(-1, 1, -1, 1);
      assertThat(div(longs(dtype, -7, 7, -1), longs(dtype, 2, -2, 2))).containsExactly(-3, -3, 0);
    } else {
      assertThat(mod(false, longs(dtype, 7, 6), longs(dtype, 3, 3))).containsExactly(1, 0);
      assertThat(mod(true, longs(dtype, 7, 6), longs(dtype, 4, 7))).containsExactly(3, 6);
    }
  }

  /** All pairs of numbers near 0 and the ends, by exact numbers. */
  @ParameterizedTest
  @MethodSource("types")
  void b4AllPairsNearTheEnds(DType dtype) {
    long most = isSigned(dtype) ? Long.MAX_VALUE >>> (Long.SIZE - dtype.bits()) : -1;
    long[] numbers =
        isSigned(dtype)
            ? new long[] {-most - 1, -most, -7, -2, -1, 0, 1, 2, 7, most - 1, most}
            : new long[] {0, 1, 2, 7, bits(dtype, most) >>> 1, bits(dtype, most - 1), most};
    long[] left = new long[numbers.length * (numbers.length - 1)];
    long[] right = new long[left.length];
    int at = 0;
    for (long a : numbers) {
      for (long b : numbers) {
        if (b != 0) {
          left[at] = a;
          right[at++] = b;
        }
      }
    }
    Tensor a = longs(dtype, left);
    Tensor b = longs(dtype, right);
    long[] quotients = div(a, b);
    long[] floored = mod(false, a, b);
    long[] cut = mod(true, a, b);
    for (int i = 0; i < left.length; i++) {
      BigInteger x = exact(dtype, left[i]);
      BigInteger y = exact(dtype, right[i]);
      BigInteger rest = x.remainder(y);
      BigInteger signed = rest.signum() * y.signum() < 0 ? rest.add(y) : rest;
      assertThat(exact(dtype, quotients[i])).isEqualTo(wrapped(dtype, x.divide(y)));
      assertThat(exact(dtype, cut[i])).isEqualTo(rest);
      assertThat(exact(dtype, floored[i])).as("%s mod %s", x, y).isEqualTo(signed);
    }
  }

  private static long bits(DType dtype, long number) {
    return dtype.bits() == Long.SIZE ? number : number & ((1L << dtype.bits()) - 1);
  }

  private static BigInteger exact(DType dtype, long number) {
    return isSigned(dtype)
        ? BigInteger.valueOf(number)
        : new BigInteger(Long.toUnsignedString(bits(dtype, number)));
  }

  private static BigInteger wrapped(DType dtype, BigInteger number) {
    BigInteger ends = BigInteger.ONE.shiftLeft(dtype.bits());
    BigInteger low = number.mod(ends);
    boolean isNegative = isSigned(dtype) && low.testBit(dtype.bits() - 1);
    return isNegative ? low.subtract(ends) : low;
  }

  /** Also as the second of many elements, since blocks are checked before they are computed. */
  @ParameterizedTest
  @MethodSource("types")
  void b4DivisionByZeroIsRefused(DType dtype) {
    Tensor a = longs(dtype, 1, 1);
    Tensor b = longs(dtype, 1, 0);
    FieldModel.of(14, "Div", a, b).refuses("divides an integer by zero");
    FieldModel.of(13, "Mod", a, b).refuses("by zero");
    FieldModel.of(13, "Mod", List.of(integer("fmod", 1)), a, b).refuses("by zero");
    long[] many = new long[5000];
    Arrays.fill(many, 1);
    many[4999] = 0;
    FieldModel.of(14, "Div", longs(dtype, many), longs(dtype, many))
        .only(FieldModel.Way.CONSTANT, FieldModel.Way.ALL_GIVEN)
        .refuses("by zero");
  }

  @ParameterizedTest
  @MethodSource("types")
  void b4DivisorsBroadcast(DType dtype) {
    assertThat(div(longs(dtype, 9, 8, 7), longs(dtype, 3))).containsExactly(3, 2, 2);
    assertThat(mod(false, longs(dtype, 9), longs(dtype, 4, 5, 9))).containsExactly(1, 4, 0);
  }
}
