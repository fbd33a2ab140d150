package io.pelton.cpu.kernel.elementwise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.kernel.DTypes;
import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.Numbers;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class CastTest {
  private static final int SEEDS = 8;
  private static final List<DType> FLOATS = List.of(DType.F64, DType.F32, DType.F16, DType.BF16);

  static Stream<DType> numbers() {
    return Stream.concat(FLOATS.stream(), DTypes.INTEGERS.stream());
  }

  @ParameterizedTest
  @MethodSource("numbers")
  void betweenNumbers(DType from) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Tensor x = tensors.next(from, tensors.dims(4, 6));
      Object[] in = Cpu.elements(x);
      for (DType to : (Iterable<DType>) numbers()::iterator) {
        Object[] out = Cpu.elements(Cpu.evaluate(new Cast(to), x));
        for (int i = 0; i < in.length; i++) {
          assertThat(out[i])
              .as("%s of %s to %s, seed %d", in[i], from, to, seed)
              .isEqualTo(cast(from, to, in[i]));
        }
      }
    }
  }

  private static Object cast(DType from, DType to, Object value) {
    if (value instanceof Double number) {
      return to.isFloat() ? (Object) Numbers.round(to, number) : (Object) truncate(to, number);
    }
    BigInteger exact = Numbers.exact(from, (Long) value);
    return to.isFloat() ? (Object) rounded(to, exact) : (Object) Numbers.wrap(to, exact);
  }

  private static long truncate(DType to, double value) {
    if (Double.isNaN(value)) {
      return 0;
    }
    BigInteger whole =
        Double.isInfinite(value)
            ? BigInteger.TWO.pow(100).multiply(BigInteger.valueOf((long) Math.signum(value)))
            : new BigDecimal(value).toBigInteger();
    DType stops = to.bits() < 32 ? DType.I32 : to;
    BigInteger max = BigInteger.ONE.shiftLeft(stops.bits()).subtract(BigInteger.ONE);
    BigInteger min = BigInteger.ZERO;
    if (stops.kind() == DType.Kind.SIGNED) {
      max = max.shiftRight(1);
      min = max.negate().subtract(BigInteger.ONE);
    }
    return Numbers.wrap(to, whole.max(min).min(max));
  }

  /** Rounds to nearest even by choosing the nearer of all candidates around. */
  private static double rounded(DType to, BigInteger exact) {
    if (to == DType.F64) {
      return exact.doubleValue();
    }
    double near = Numbers.round(to, exact.doubleValue());
    if (Double.isInfinite(near)) {
      return near;
    }
    double best = near;
    for (double candidate : new double[] {neighbour(to, near, 1), neighbour(to, near, -1)}) {
      if (!Double.isInfinite(candidate)
          && distance(candidate, exact).compareTo(distance(best, exact)) < 0) {
        best = candidate;
      }
    }
    return best;
  }

  private static double neighbour(DType to, double value, int direction) {
    double candidate = value;
    while (Numbers.round(to, candidate) == value) {
      candidate = value + direction * (Math.abs(candidate - value) * 2 + Math.ulp(value));
    }
    return Numbers.round(to, candidate);
  }

  private static BigDecimal distance(double candidate, BigInteger exact) {
    return new BigDecimal(candidate).subtract(new BigDecimal(exact)).abs();
  }

  /** 2^62 + 2^54 is half way between two BF16; one more has to round up. */
  @Test
  void longsAreRoundedOnceToHalves() {
    long tie = (1L << 62) + (1L << 54);
    Tensor x = Tensor.of(new long[] {tie, tie + 1, -tie, -tie - 1}, 4);
    assertThat(Cpu.evaluate(new Cast(DType.BF16), x).toDoubles())
        .containsExactly(0x1p62, 0x1.02p62, -0x1p62, -0x1.02p62);
    Tensor unsigned = Tensor.wrap(DType.U64, new long[] {2 * tie, 2 * tie + 1}, 2);
    assertThat(Cpu.evaluate(new Cast(DType.BF16), unsigned).toDoubles())
        .containsExactly(0x1p63, 0x1.02p63);
  }

  /** Field case B7; what ONNX leaves open is what {@link CastKernels} says. */
  @Test
  void oddFloatsToIntegers() {
    float[] odd = {
      300,
      Float.NaN,
      Float.POSITIVE_INFINITY,
      Float.NEGATIVE_INFINITY,
      50,
      -50.9f,
      1e20f,
      -0.0f,
      0.3f
    };
    Tensor x = Tensor.of(odd, 9);
    assertThat(Cpu.evaluate(new Cast(DType.I64), x).toLongs())
        .containsExactly(300, 0, Long.MAX_VALUE, Long.MIN_VALUE, 50, -50, Long.MAX_VALUE, 0, 0);
    assertThat(Cpu.evaluate(new Cast(DType.I32), x).toLongs())
        .containsExactly(
            300, 0, Integer.MAX_VALUE, Integer.MIN_VALUE, 50, -50, Integer.MAX_VALUE, 0, 0);
    assertThat(Cpu.evaluate(new Cast(DType.I8), x).toLongs())
        .containsExactly(44, 0, -1, 0, 50, -50, -1, 0, 0);
    assertThat(Cpu.evaluate(new Cast(DType.BOOL), x).toLongs())
        .containsExactly(1, 1, 1, 1, 1, 1, 1, 0, 1);
  }

  @Test
  void booleansAreNumbers() {
    Tensor x = Tensor.wrap(DType.BOOL, new byte[] {0, 1}, 2);
    for (DType to : (Iterable<DType>) numbers()::iterator) {
      assertThat(Cpu.evaluate(new Cast(to), x).toDoubles()).containsExactly(0, 1);
    }
    assertThat(Cpu.evaluate(new Cast(DType.STRING), x).toStrings()).containsExactly("0", "1");
    Tensor texts = Tensor.of(new String[] {"0", "1", "true", "False", "-0", "NaN"}, 6);
    assertThat(Cpu.evaluate(new Cast(DType.BOOL), texts).toLongs())
        .containsExactly(0, 1, 1, 0, 0, 1);
    for (DType from : DTypes.INTEGERS) {
      Tensor numbers = new RandomTensors(1).next(from, 50);
      long[] in = numbers.toLongs();
      long[] out = Cpu.evaluate(new Cast(DType.BOOL), numbers).toLongs();
      for (int i = 0; i < in.length; i++) {
        assertThat(out[i]).isEqualTo(in[i] == 0 ? 0 : 1);
      }
    }
  }

  /** Field case B8. */
  @Test
  void floatsAreSpelledAsElsewhere() {
    float[] values = {
      1,
      0.1f,
      1e10f,
      Float.NaN,
      Float.POSITIVE_INFINITY,
      Float.NEGATIVE_INFINITY,
      3.1415927f,
      16777216,
      -0.0f
    };
    assertThat(Cpu.evaluate(new Cast(DType.STRING), Tensor.of(values, 9)).toStrings())
        .containsExactly("1", "0.1", "1e+10", "NaN", "INF", "-INF", "3.1415927", "16777216", "-0");
  }

  /** Field case B8. */
  @Test
  void textsAreReadAsFloats() {
    String[] texts = {"NaN", "nan", "INF", "+INF", "-inf", "1e-5", " 39 ", "+.5", "7."};
    for (DType to : List.of(DType.F32, DType.F64)) {
      assertThat(Cpu.evaluate(new Cast(to), Tensor.of(texts, 9)).toFloats())
          .containsExactly(
              Float.NaN,
              Float.NaN,
              Float.POSITIVE_INFINITY,
              Float.POSITIVE_INFINITY,
              Float.NEGATIVE_INFINITY,
              1e-5f,
              39,
              0.5f,
              7);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "F32, abc",
    "F32, ''",
    "F64, 1f",
    "F32, 0x10",
    "F16, Infinity",
    "F32, 1e",
    "I64, abc",
    "I64, ''",
    "I64, NaN",
    "I8, 128",
    "U8, -1",
    "U8, 256",
    "I64, 9223372036854775808",
    "U64, 18446744073709551616",
    "I32, 1e10",
    "I32, 1e999999999",
    "BOOL, yes"
  })
  void textsThatAreNoSuchNumberAreRefused(DType to, String text) {
    assertThatThrownBy(() -> Cpu.evaluate(new Cast(to), Tensor.of(new String[] {"1", text}, 2)))
        .isInstanceOfSatisfying(InvalidValue.class, e -> assertThat(e.row()).isEqualTo(-1))
        .hasMessageContaining('"' + text + '"')
        .hasMessageContaining(to.name());
  }

  @ParameterizedTest
  @CsvSource({
    "I64, -9223372036854775808, -9223372036854775808",
    "U64, 18446744073709551615, -1",
    "I8, -128, -128",
    "U8, 255, 255",
    "I32, 100.5, 100",
    "I32, -100.9, -100",
    "I32, 1E3, 1000",
    "U8, -0, 0",
    "I64, 1e-999999999, 0",
    "U16, +7, 7"
  })
  void textsAreReadAsIntegers(DType to, String text, long expected) {
    Tensor out = Cpu.evaluate(new Cast(to), Tensor.of(new String[] {text}, 1));
    assertThat(out.toLongs()).containsExactly(expected);
  }

  @Test
  void integersAreSpelledAndReadBack() {
    for (DType dtype : DTypes.INTEGERS) {
      Tensor x = new RandomTensors(3).next(dtype, 5, 7);
      Tensor texts = Cpu.evaluate(new Cast(DType.STRING), x);
      Object[] in = Cpu.elements(x);
      for (int i = 0; i < in.length; i++) {
        assertThat(texts.toStrings()[i]).isEqualTo(Numbers.exact(dtype, (Long) in[i]).toString());
      }
      assertThat(Cpu.elements(Cpu.evaluate(new Cast(dtype), texts))).isEqualTo(in);
    }
  }

  @Test
  void stringsStayStrings() {
    Tensor x = new RandomTensors(4).next(DType.STRING, 5, 4);
    assertThat(Cpu.evaluate(new Cast(DType.STRING), x).toStrings()).isEqualTo(x.toStrings());
  }
}
