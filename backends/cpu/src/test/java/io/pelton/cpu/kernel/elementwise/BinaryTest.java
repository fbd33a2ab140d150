package io.pelton.cpu.kernel.elementwise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.kernel.DTypes;
import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.Numbers;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class BinaryTest {
  private static final int SEEDS = 12;

  static Stream<DType> floats() {
    return Stream.concat(DTypes.SINGLES.stream(), Stream.of(DType.F64));
  }

  static List<DType> integers() {
    return DTypes.INTEGERS;
  }

  @ParameterizedTest
  @MethodSource("floats")
  void floatsAgreeWithTheirTwin(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      Pair pair = Pair.random(seed, dtype);
      for (OpKind kind :
          List.of(
              OpKind.ADD,
              OpKind.SUB,
              OpKind.MUL,
              OpKind.DIV,
              OpKind.POW,
              OpKind.FMOD,
              OpKind.MIN,
              OpKind.MAX)) {
        Object[] found = Cpu.elements(Cpu.evaluate(new Binary(kind), pair.a, pair.b));
        for (int i = 0; i < found.length; i++) {
          double x = (Double) pair.left[i];
          double y = (Double) pair.right[i];
          double expected =
              dtype == DType.F64 ? apply(kind, x, y) : apply(kind, (float) x, (float) y);
          assertThat(found[i])
              .as("%s(%s, %s), seed %d", kind, x, y, seed)
              .isEqualTo(Numbers.round(dtype, expected));
        }
      }
    }
  }

  private static double apply(OpKind kind, double x, double y) {
    return switch (kind) {
      case ADD -> x + y;
      case SUB -> x - y;
      case MUL -> x * y;
      case DIV -> x / y;
      case POW -> StrictMath.pow(x, y);
      case FMOD -> remainder(x, y);
      case MIN -> StrictMath.min(x, y);
      case MAX -> StrictMath.max(x, y);
      default -> throw new IllegalArgumentException(kind.label());
    };
  }

  /** In decimals, which are exact. */
  private static double remainder(double x, double y) {
    if (Double.isNaN(x) || Double.isNaN(y) || Double.isInfinite(x) || y == 0) {
      return Double.NaN;
    }
    if (x == 0 || Double.isInfinite(y)) {
      return x;
    }
    double rest = new BigDecimal(x).remainder(new BigDecimal(y)).doubleValue();
    return Math.copySign(rest, x);
  }

  private static float apply(OpKind kind, float x, float y) {
    return switch (kind) {
      case ADD -> x + y;
      case SUB -> x - y;
      case MUL -> x * y;
      case DIV -> x / y;
      case POW -> (float) StrictMath.pow(x, y);
      case FMOD -> (float) remainder(x, y);
      case MIN -> StrictMath.min(x, y);
      case MAX -> StrictMath.max(x, y);
      default -> throw new IllegalArgumentException(kind.label());
    };
  }

  @ParameterizedTest
  @MethodSource("integers")
  void integersWrap(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      Pair pair = Pair.random(seed, dtype);
      for (OpKind kind :
          List.of(
              OpKind.ADD,
              OpKind.SUB,
              OpKind.MUL,
              OpKind.MIN,
              OpKind.MAX,
              OpKind.AND,
              OpKind.OR,
              OpKind.XOR)) {
        Object[] found = Cpu.elements(Cpu.evaluate(new Binary(kind), pair.a, pair.b));
        for (int i = 0; i < found.length; i++) {
          BigInteger x = Numbers.exact(dtype, (Long) pair.left[i]);
          BigInteger y = Numbers.exact(dtype, (Long) pair.right[i]);
          assertThat(found[i])
              .as("%s(%s, %s), seed %d", kind, x, y, seed)
              .isEqualTo(Numbers.wrap(dtype, apply(kind, x, y)));
        }
      }
    }
  }

  private static BigInteger apply(OpKind kind, BigInteger x, BigInteger y) {
    return switch (kind) {
      case ADD -> x.add(y);
      case SUB -> x.subtract(y);
      case MUL -> x.multiply(y);
      case DIV -> x.divide(y);
      case AND -> x.and(y);
      case OR -> x.or(y);
      case XOR -> x.xor(y);
      case MIN -> x.min(y);
      case MAX -> x.max(y);
      default -> throw new IllegalArgumentException(kind.label());
    };
  }

  @ParameterizedTest
  @MethodSource("integers")
  void integersDivideTowardsZero(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      Pair pair = Pair.random(seed, dtype);
      boolean hasZero = List.of(pair.right).contains(0L);
      if (hasZero) {
        assertThatThrownBy(() -> Cpu.evaluate(new Binary(OpKind.DIV), pair.a, pair.b))
            .isInstanceOf(InvalidValue.class)
            .hasMessageContaining("divides an integer by zero");
        continue;
      }
      Object[] found = Cpu.elements(Cpu.evaluate(new Binary(OpKind.DIV), pair.a, pair.b));
      for (int i = 0; i < found.length; i++) {
        BigInteger x = Numbers.exact(dtype, (Long) pair.left[i]);
        BigInteger y = Numbers.exact(dtype, (Long) pair.right[i]);
        assertThat(found[i])
            .as("%s / %s, seed %d", x, y, seed)
            .isEqualTo(Numbers.wrap(dtype, x.divide(y)));
      }
    }
  }

  @Test
  void powersOfIntegersWrap() {
    long[] bases = {0, 1, -1, 2, -3, 7, Long.MAX_VALUE, Long.MIN_VALUE};
    long[] exponents = {0, 1, 2, 3, 5, 40, 63, 64};
    Tensor powers =
        Cpu.evaluate(
            new Binary(OpKind.POW), Tensor.of(bases, 8, 1), Tensor.of(exponents, exponents.length));
    long[] found = powers.toLongs();
    for (int i = 0; i < found.length; i++) {
      BigInteger power = BigInteger.valueOf(bases[i / 8]).pow((int) exponents[i % 8]);
      assertThat(found[i]).isEqualTo(Numbers.wrap(DType.I64, power));
    }
    Tensor inverses =
        Cpu.evaluate(
            new Binary(OpKind.POW),
            Tensor.of(new long[] {0, 1, -1, -1, 2}, 5),
            Tensor.of(new long[] {-1, -5, -3, -4, -1}, 5));
    assertThat(inverses.toLongs()).containsExactly(Long.MAX_VALUE, 1, -1, 1, 0);
  }

  @ParameterizedTest
  @EnumSource(names = {"U64", "U32", "U16", "U8"})
  void shiftsFillUpWithZeros(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      Tensor x = new RandomTensors(seed).next(dtype, 90, 1);
      Tensor places =
          Cpu.evaluate(new Cast(dtype), Tensor.of(new long[] {0, 1, 3, 7, 8, 31, 63, 64, 200}, 9));
      Object[] values = Cpu.elements(x);
      Object[] left = Cpu.elements(Cpu.evaluate(new Binary(OpKind.SHIFT_LEFT), x, places));
      Object[] right = Cpu.elements(Cpu.evaluate(new Binary(OpKind.SHIFT_RIGHT), x, places));
      for (int i = 0; i < left.length; i++) {
        BigInteger value = Numbers.exact(dtype, (Long) values[i / 9]);
        int by = (int) places.toLongs()[i % 9];
        assertThat(left[i]).isEqualTo(Numbers.wrap(dtype, value.shiftLeft(by)));
        assertThat(right[i]).isEqualTo(Numbers.wrap(dtype, value.shiftRight(by)));
      }
    }
    Tensor huge = Tensor.wrap(DType.U64, new long[] {-1, Long.MIN_VALUE}, 2);
    assertThat(Cpu.evaluate(new Binary(OpKind.SHIFT_RIGHT), huge, huge).toLongs())
        .containsExactly(0, 0);
  }

  /** Field case B4. */
  @Test
  void minDividedByMinusOneWraps() {
    Tensor quotient =
        Cpu.evaluate(
            new Binary(OpKind.DIV),
            Tensor.of(new int[] {Integer.MIN_VALUE, -7, 7, -1}, 4),
            Tensor.of(new int[] {-1, 2, -2, 2}, 4));
    assertThat(quotient.toLongs()).containsExactly(Integer.MIN_VALUE, -3, -3, 0);
    Tensor wide =
        Cpu.evaluate(
            new Binary(OpKind.DIV),
            Tensor.of(new long[] {Long.MIN_VALUE}, 1),
            Tensor.of(new long[] {-1}, 1));
    assertThat(wide.toLongs()).containsExactly(Long.MIN_VALUE);
  }

  @ParameterizedTest
  @EnumSource(names = {"EQUAL", "LESS", "GREATER", "LESS_OR_EQUAL", "GREATER_OR_EQUAL"})
  void comparisonsAgreeWithTheirTwin(OpKind kind) {
    List<DType> dtypes =
        Stream.of(floats(), integers().stream(), Stream.of(DType.BOOL, DType.STRING))
            .flatMap(group -> group)
            .filter(dtype -> kind == OpKind.EQUAL || dtype.isNumeric())
            .toList();
    for (DType dtype : dtypes) {
      for (long seed = 0; seed < SEEDS; seed++) {
        Pair pair = Pair.random(seed, dtype);
        Tensor found = Cpu.evaluate(new Binary(kind), pair.a, pair.b);
        assertThat(found.dtype()).isEqualTo(DType.BOOL);
        long[] holds = found.toLongs();
        for (int i = 0; i < holds.length; i++) {
          assertThat(holds[i] == 1)
              .as("%s %s(%s, %s), seed %d", dtype, kind, pair.left[i], pair.right[i], seed)
              .isEqualTo(holds(kind, dtype, pair.left[i], pair.right[i]));
        }
      }
    }
  }

  private static boolean holds(OpKind kind, DType dtype, Object x, Object y) {
    if (x instanceof Double left && y instanceof Double right) {
      return switch (kind) {
        case EQUAL -> left.doubleValue() == right.doubleValue();
        case LESS -> left < right;
        case LESS_OR_EQUAL -> left <= right;
        case GREATER_OR_EQUAL -> left >= right;
        default -> left > right;
      };
    }
    if (kind == OpKind.EQUAL) {
      return x.equals(y);
    }
    int order = Numbers.exact(dtype, (Long) x).compareTo(Numbers.exact(dtype, (Long) y));
    return switch (kind) {
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case GREATER_OR_EQUAL -> order >= 0;
      default -> order > 0;
    };
  }

  @ParameterizedTest
  @EnumSource(names = {"AND", "OR", "XOR"})
  void logicOfBooleans(OpKind kind) {
    for (long seed = 0; seed < SEEDS; seed++) {
      Pair pair = Pair.random(seed, DType.BOOL);
      Object[] found = Cpu.elements(Cpu.evaluate(new Binary(kind), pair.a, pair.b));
      for (int i = 0; i < found.length; i++) {
        boolean x = pair.left[i].equals(1L);
        boolean y = pair.right[i].equals(1L);
        boolean expected = kind == OpKind.AND ? x && y : kind == OpKind.OR ? x || y : x != y;
        assertThat(found[i]).as("%s %s %s", x, kind, y).isEqualTo(expected ? 1L : 0L);
      }
    }
  }

  @Test
  void emptyTensorsGiveEmptyOnes() {
    Tensor sum =
        Cpu.evaluate(
            new Binary(OpKind.ADD), Tensor.of(new float[0], 0, 3), Tensor.of(new float[3], 3));
    assertThat(sum.dims()).containsExactly(0, 3);
    Tensor equal =
        Cpu.evaluate(
            new Binary(OpKind.EQUAL),
            Tensor.of(new String[0], 2, 0),
            Tensor.of(new String[] {"a"}, 1));
    assertThat(equal.dims()).containsExactly(2, 0);
  }

  /** More than one block, with an operand that repeats across block borders. */
  @Test
  void manyBlocksAreComputed() {
    int rows = 700;
    float[] x = new float[rows * 7];
    for (int i = 0; i < x.length; i++) {
      x[i] = i;
    }
    float[] y = {1, 2, 3, 4, 5, 6, 7};
    float[] sum =
        Cpu.evaluate(new Binary(OpKind.ADD), Tensor.of(x, rows, 7), Tensor.of(y, 7)).toFloats();
    for (int i = 0; i < sum.length; i++) {
      assertThat(sum[i]).isEqualTo(x[i] + y[i % 7]);
    }
  }

  /** Two operands that broadcast, and their elements at every place of the result. */
  private record Pair(Tensor a, Tensor b, Object[] left, Object[] right) {
    static Pair random(long seed, DType dtype) {
      RandomTensors tensors = new RandomTensors(seed);
      long[] dims = tensors.dims(4, 5);
      Tensor a = tensors.next(dtype, tensors.broadcastable(dims));
      Tensor b = tensors.next(dtype, tensors.broadcastable(dims));
      long[] result = Cpu.broadcastDims(a.dims(), b.dims());
      return new Pair(
          a, b, Cpu.elements(Cpu.broadcast(a, result)), Cpu.elements(Cpu.broadcast(b, result)));
    }
  }
}
