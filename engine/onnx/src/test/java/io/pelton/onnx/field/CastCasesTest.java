package io.pelton.onnx.field;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.field.Elements.FLOATS;
import static io.pelton.onnx.field.Elements.floats;
import static io.pelton.onnx.field.Elements.longs;
import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.TensorProtos;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Cast of floats to integers. What is out of range is undefined in the standard; here it is what
 * docs/architecture.md says, by every way.
 */
class CastCasesTest {
  private static final double NAN = Double.NaN;
  private static final double MOST = Double.POSITIVE_INFINITY;

  static List<DType> floatTypes() {
    return FLOATS;
  }

  static List<DType> integerTypes() {
    return Stream.concat(Elements.SIGNED.stream(), Elements.UNSIGNED.stream()).toList();
  }

  private static Tensor cast(Tensor x, DType to, AttributeProto... more) {
    List<AttributeProto> attributes = new ArrayList<>(List.of(more));
    attributes.add(integer("to", TensorProtos.code(to)));
    return FieldModel.of(more.length > 0 ? 19 : 13, "Cast", attributes, x).run();
  }

  @ParameterizedTest
  @MethodSource("integerTypes")
  void b7FloatsAreCutOffTowardsZero(DType to) {
    boolean isSigned = to.kind() == DType.Kind.SIGNED;
    for (DType from : FLOATS) {
      assertThat(cast(floats(from, 50, -0.0, 0.3, -0.7, 0.99), to).toLongs())
          .containsExactly(50, 0, 0, 0, 0);
      if (isSigned) {
        double fifty = from == DType.BF16 ? -50.75 : -50.9; // which rounds to -51 there
        assertThat(cast(floats(from, fifty, -1.5, -128), to).toLongs())
            .containsExactly(-50, -1, -128);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("floatTypes")
  void b7OnlyZerosAreFalse(DType from) {
    Tensor x = floats(from, 300, NAN, MOST, -MOST, 50, -50.9, 1e20, -0.0, 0.3, 0);
    assertThat(cast(x, DType.BOOL).toLongs()).containsExactly(1, 1, 1, 1, 1, 1, 1, 0, 1, 0);
  }

  @ParameterizedTest
  @CsvSource({
    "I64, '300, 0, 9223372036854775807, -9223372036854775808, 9223372036854775807'",
    "I32, '300, 0, 2147483647, -2147483648, 2147483647'",
    "I16, '300, 0, -1, 0, -1'",
    "I8, '44, 0, -1, 0, -1'",
    "U64, '300, 0, -1, 0, -1'",
    "U32, '300, 0, 4294967295, 0, 4294967295'",
    "U16, '300, 0, 65535, 0, 65535'",
    "U8, '44, 0, 255, 0, 255'"
  })
  void b7WhatIsOutOfRangeIsAsWrittenDown(DType to, String expected) {
    Tensor x = floats(DType.F32, 300, NAN, MOST, -MOST, 1e20);
    assertThat(cast(x, to).toLongs())
        .containsExactly(
            Arrays.stream(expected.split(", ", -1)).mapToLong(Long::parseLong).toArray());
  }

  /** Also more elements than a vector, or a block, has, and single ones. */
  @ParameterizedTest
  @MethodSource("integerTypes")
  void b7EveryWidthByExactNumbers(DType to) {
    for (DType from : FLOATS) {
      double[] numbers = odd(from, to);
      Tensor all = cast(floats(from, numbers), to);
      long[] expected = Arrays.stream(numbers).mapToLong(x -> twin(x, to)).toArray();
      assertThat(all.toLongs()).as("%s to %s", from, to).isEqualTo(expected);
      for (int i = 0; i < numbers.length; i += 521) {
        assertThat(cast(floats(from, numbers[i]), to).toLongs()).containsExactly(expected[i]);
      }
    }
  }

  /** Numbers around the ends of the integer, as the float has them, once and 300 times. */
  private static double[] odd(DType from, DType to) {
    List<Double> numbers = new ArrayList<>(List.of(NAN, MOST, -MOST, 0.0, -0.0, 0.5, -0.5));
    for (int bits : List.of(7, 8, 15, 16, 31, 32, to.bits() - 1, to.bits(), 63, 64, 100)) {
      double end = Math.scalb(1.0, bits);
      for (double near :
          List.of(
              end, end - 1, end + 1, end + 0.5, (double) Math.nextDown((float) end), end * 1.5)) {
        numbers.add(near);
        numbers.add(-near);
      }
    }
    double[] rounded =
        floats(from, numbers.stream().mapToDouble(Double::doubleValue).toArray()).toDoubles();
    double[] many = new double[300 * 7];
    for (int i = 0; i < many.length; i++) {
      many[i] = rounded[i % rounded.length];
    }
    return many;
  }

  /** What docs/architecture.md says. */
  private static long twin(double x, DType to) {
    if (Double.isNaN(x)) {
      return 0;
    }
    boolean isWide = to.bits() >= Integer.SIZE;
    DType stop = isWide ? to : DType.I32;
    boolean isSigned = stop.kind() == DType.Kind.SIGNED;
    BigInteger most = BigInteger.ONE.shiftLeft(stop.bits() - (isSigned ? 1 : 0));
    BigInteger least = isSigned ? most.negate() : BigInteger.ZERO;
    most = most.subtract(BigInteger.ONE);
    BigInteger whole;
    if (Double.isInfinite(x)) {
      whole = x > 0 ? most : least;
    } else {
      whole = new BigDecimal(x).toBigInteger().min(most).max(least);
    }
    long bits = whole.longValue();
    return switch (to) {
      case I8 -> (byte) bits;
      case I16 -> (short) bits;
      case U8 -> bits & 0xff;
      case U16 -> bits & 0xffff;
      default -> bits;
    };
  }

  @ParameterizedTest
  @MethodSource("integerTypes")
  void b7IntegersKeepTheirLowBits(DType to) {
    long[] numbers = {0, 1, -1, 127, 128, 255, 256, 65_535, 65_536, 1L << 31, 1L << 40, -129};
    for (DType from : integerTypes()) {
      Tensor x = longs(from, numbers);
      assertThat(cast(x, to).toLongs()).isEqualTo(longs(to, x.toLongs()).toLongs());
    }
  }

  /** The attribute is about 8-bit floats alone. */
  @Test
  void b7SaturateMeansNothingToIntegers() {
    Tensor x = floats(DType.F32, 300, NAN, MOST, -MOST, 1e20, -50.9);
    for (DType to : integerTypes()) {
      Bits plain = Bits.of(cast(x, to));
      assertThat(Bits.of(cast(x, to, integer("saturate", 1)))).isEqualTo(plain);
      assertThat(Bits.of(cast(x, to, integer("saturate", 0)))).isEqualTo(plain);
      assertThat(Bits.of(FieldModel.of(15, "CastLike", x, longs(to, 0)).run())).isEqualTo(plain);
    }
  }

  /** A detour that a rewrite may leave out must have had no say. */
  @Test
  void b7CastsAfterCastsAreNotTakenTogetherWhereTheyDiffer() {
    Tensor x = longs(DType.I32, 300, -1, 70_000, Integer.MIN_VALUE);
    for (DType middle : FLOATS) {
      for (DType to : integerTypes()) {
        FieldModel twice =
            FieldModel.onnx(13)
                .value("x", x)
                .node("Cast", "x", "m", integer("to", TensorProtos.code(middle)))
                .node("Cast", "m", "y", integer("to", TensorProtos.code(to)))
                .output("y");
        assertThat(Bits.of(twice.run())).isEqualTo(Bits.of(cast(cast(x, middle), to)));
      }
    }
  }

  /** Integers that follow from constants are known when the model is planned, and wrap, too. */
  @Test
  void b7KnownIntegersWrapLikeComputedOnes() {
    FieldModel model =
        FieldModel.onnx(13)
            .value("x", longs(DType.I64, (1L << 32) + 3))
            .node("Cast", "x", "small", integer("to", TensorProtos.code(DType.I32)))
            .node("Cast", "small", "count", integer("to", TensorProtos.code(DType.I64)))
            .node("ConstantOfShape", "count", "y")
            .output("y");
    assertThat(model.run().dims()).containsExactly(3);
    FieldModel sum =
        FieldModel.onnx(13)
            .value("x", longs(DType.I32, Integer.MAX_VALUE))
            .value("z", longs(DType.I32, Integer.MIN_VALUE + 5))
            .node("Mul", "x,x", "one")
            .node("Add", "x,one", "low")
            .node("Sub", "low,z", "four")
            .node("Cast", "four", "count", integer("to", TensorProtos.code(DType.I64)))
            .node("Neg", "count", "positive")
            .node("ConstantOfShape", "positive", "y")
            .output("y");
    assertThat(sum.run().dims()).containsExactly(5);
  }
}
