package io.pelton.cpu.kernel.reduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.kernel.DTypes;
import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.Numbers;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.Reduce;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ReduceTest {
  private static final int SEEDS = 16;

  static List<DType> integers() {
    return DTypes.INTEGERS;
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void floatsAreSummedInTheFixedOrder(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      Case random = Case.random(seed, dtype);
      double[] sums = random.evaluate(OpKind.REDUCE_SUM).toDoubles();
      double[] means = random.evaluate(OpKind.REDUCE_MEAN).toDoubles();
      assertThat(sums).hasSize(random.runs.size());
      for (int i = 0; i < sums.length; i++) {
        double[] run = random.runs.get(i).stream().mapToDouble(x -> (Double) x).toArray();
        double sum = dtype == DType.F64 ? doubleSum(run) : floatSum(run);
        double mean =
            dtype == DType.F64 ? sum / run.length : (double) ((float) sum / (float) run.length);
        assertThat(sums[i])
            .as("%s, seed %d", random, seed)
            .isEqualTo((Object) Numbers.round(dtype, sum));
        assertThat(means[i])
            .as("%s, seed %d", random, seed)
            .isEqualTo((Object) Numbers.round(dtype, mean));
      }
    }
  }

  private static float floatSum(double[] run) {
    float[] partials = new float[16];
    for (int i = 0; i < run.length; i++) {
      partials[i % 16] += (float) run[i];
    }
    float[] eight = new float[8];
    for (int i = 0; i < 8; i++) {
      eight[i] = partials[i] + partials[i + 8];
    }
    float even = (eight[0] + eight[4]) + (eight[2] + eight[6]);
    float odd = (eight[1] + eight[5]) + (eight[3] + eight[7]);
    return even + odd;
  }

  private static double doubleSum(double[] run) {
    double[] partials = new double[16];
    for (int i = 0; i < run.length; i++) {
      partials[i % 16] += run[i];
    }
    double[] eight = new double[8];
    for (int i = 0; i < 8; i++) {
      eight[i] = partials[i] + partials[i + 8];
    }
    double even = (eight[0] + eight[4]) + (eight[2] + eight[6]);
    double odd = (eight[1] + eight[5]) + (eight[3] + eight[7]);
    return even + odd;
  }

  @ParameterizedTest
  @MethodSource("integers")
  void integersWrapAtTheirAccumulator(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      Case random = Case.random(seed, dtype);
      long[] sums = random.evaluate(OpKind.REDUCE_SUM).toLongs();
      long[] means = random.evaluate(OpKind.REDUCE_MEAN).toLongs();
      for (int i = 0; i < sums.length; i++) {
        BigInteger sum =
            random.runs.get(i).stream()
                .map(x -> Numbers.exact(dtype, (Long) x))
                .reduce(BigInteger.ZERO, BigInteger::add);
        long wrapped = Numbers.wrap(dtype.accumulator(), sum);
        BigInteger mean =
            Numbers.exact(dtype.accumulator(), wrapped)
                .divide(BigInteger.valueOf(random.runs.get(i).size()));
        assertThat(sums[i]).as("%s, seed %d", random, seed).isEqualTo(Numbers.wrap(dtype, sum));
        assertThat(means[i]).as("%s, seed %d", random, seed).isEqualTo(Numbers.wrap(dtype, mean));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32"})
  void floatsAreMultipliedInTheFixedOrder(DType dtype) {
    Tensor data = new RandomTensors(5).next(dtype, 3, 40);
    double[] products = extreme(OpKind.REDUCE_PROD, data).toDoubles();
    for (int row = 0; row < 3; row++) {
      double[] partials = new double[16];
      Arrays.fill(partials, 1);
      for (int i = 0; i < 40; i++) {
        partials[i % 16] = times(dtype, partials[i % 16], data.toDoubles()[row * 40 + i]);
      }
      for (int half = 8; half > 0; half /= 2) {
        for (int p = 0; p < half; p++) {
          partials[p] = times(dtype, partials[p], partials[p + half]);
        }
      }
      assertThat(products[row]).isEqualTo((Object) partials[0]);
    }
    assertThat(extreme(OpKind.REDUCE_PROD, Tensor.allocate(dtype, 2, 0)).toDoubles())
        .containsExactly(1, 1);
  }

  private static double times(DType dtype, double x, double y) {
    return dtype == DType.F64 ? x * y : (float) x * (float) y;
  }

  @ParameterizedTest
  @MethodSource("integers")
  void productsOfIntegersWrap(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      Case random = Case.random(seed, dtype);
      long[] products = random.evaluate(OpKind.REDUCE_PROD).toLongs();
      for (int i = 0; i < products.length; i++) {
        BigInteger product =
            random.runs.get(i).stream()
                .map(x -> Numbers.exact(dtype, (Long) x))
                .reduce(BigInteger.ONE, BigInteger::multiply);
        assertThat(products[i])
            .as("%s, seed %d", random, seed)
            .isEqualTo(Numbers.wrap(dtype, product));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void extremesOfFloats(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      Case random = Case.random(seed, dtype);
      double[] largest = random.evaluate(OpKind.REDUCE_MAX).toDoubles();
      double[] smallest = random.evaluate(OpKind.REDUCE_MIN).toDoubles();
      for (int i = 0; i < largest.length; i++) {
        List<Double> run = random.runs.get(i).stream().map(Double.class::cast).toList();
        boolean hasNan = run.stream().anyMatch(x -> x.isNaN());
        Double max = hasNan ? Double.NaN : Collections.max(run);
        Double min = hasNan ? Double.NaN : Collections.min(run);
        assertThat(largest[i]).as("%s, seed %d", random, seed).isEqualTo((Object) max);
        assertThat(smallest[i]).as("%s, seed %d", random, seed).isEqualTo((Object) min);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("integers")
  void extremesOfIntegers(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      Case random = Case.random(seed, dtype);
      long[] largest = random.evaluate(OpKind.REDUCE_MAX).toLongs();
      long[] smallest = random.evaluate(OpKind.REDUCE_MIN).toLongs();
      for (int i = 0; i < largest.length; i++) {
        List<BigInteger> run =
            random.runs.get(i).stream().map(x -> Numbers.exact(dtype, (Long) x)).toList();
        assertThat(largest[i]).isEqualTo(Collections.max(run).longValue());
        assertThat(smallest[i]).isEqualTo(Collections.min(run).longValue());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("integers")
  void noIntegersHaveTheEndsOfTheRange(DType dtype) {
    boolean isSigned = dtype.kind() == DType.Kind.SIGNED;
    BigInteger span = BigInteger.ONE.shiftLeft(dtype.bits() - (isSigned ? 1 : 0));
    long lowest = isSigned ? span.negate().longValue() : 0;
    Tensor empty = Tensor.allocate(dtype, 2, 0);
    assertThat(extreme(OpKind.REDUCE_MAX, empty).toLongs()).containsOnly(lowest).hasSize(2);
    assertThat(extreme(OpKind.REDUCE_MIN, empty).toLongs())
        .containsOnly(span.subtract(BigInteger.ONE).longValue())
        .hasSize(2);
  }

  private static Tensor extreme(OpKind kind, Tensor data) {
    return Cpu.evaluate(new Reduce(kind, false, false), data, axes(1));
  }

  @Test
  void noFloatsHaveInfiniteExtremesAndLongRunsSpanBlocks() {
    Tensor empty = Tensor.of(new float[0], 2, 0);
    assertThat(extreme(OpKind.REDUCE_MAX, empty).toFloats())
        .containsExactly(Float.NEGATIVE_INFINITY, Float.NEGATIVE_INFINITY);
    assertThat(extreme(OpKind.REDUCE_MIN, empty).toFloats())
        .containsExactly(Float.POSITIVE_INFINITY, Float.POSITIVE_INFINITY);
    float[] data = new float[2 * 3000];
    data[2999] = 5;
    data[3000] = -7;
    Tensor runs = Tensor.of(data, 2, 3000);
    assertThat(extreme(OpKind.REDUCE_MAX, runs).toFloats()).containsExactly(5, 0);
    assertThat(extreme(OpKind.REDUCE_MIN, runs).toFloats()).containsExactly(0, -7);
  }

  /** More than one block of a run, over two axes of a transposed tensor. */
  @Test
  void longRunsKeepTheOrder() {
    RandomTensors tensors = new RandomTensors(9);
    float[] data = new float[3 * 70 * 50];
    for (int i = 0; i < data.length; i++) {
      data[i] = tensors.random().nextFloat();
    }
    Tensor x = Tensor.of(data, 3, 70, 50);
    Tensor packed = Cpu.evaluate(new Reduce(OpKind.REDUCE_SUM, false, false), x, axes(1, 2));
    Tensor turned =
        new Tensor(
            Tensor.of(turned(data), 50, 70, 3).storage(),
            Layout.contiguous(50, 70, 3).permute(2, 1, 0));
    Tensor strided = Cpu.evaluate(new Reduce(OpKind.REDUCE_SUM, false, false), turned, axes(1, 2));
    for (int i = 0; i < 3; i++) {
      double[] run = new double[3500];
      for (int j = 0; j < run.length; j++) {
        run[j] = data[i * 3500 + j];
      }
      assertThat(packed.toFloats()[i]).isEqualTo(floatSum(run));
    }
    assertThat(strided.toFloats()).containsExactly(packed.toFloats());
  }

  private static float[] turned(float[] data) {
    float[] turned = new float[data.length];
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 70; j++) {
        for (int k = 0; k < 50; k++) {
          turned[(k * 70 + j) * 3 + i] = data[(i * 70 + j) * 50 + k];
        }
      }
    }
    return turned;
  }

  /** Field case B9. */
  @Test
  void noAxesMeanAllOrNone() {
    Tensor x = Tensor.of(new float[] {-1, 2, 3}, 3);
    for (Tensor axes : new Tensor[] {null, Tensor.of(new long[0], 0)}) {
      assertThat(reduce(OpKind.REDUCE_SUM, true, x, axes)).containsExactly(-1, 2, 3);
      assertThat(reduce(OpKind.REDUCE_MEAN, true, x, axes)).containsExactly(-1, 2, 3);
      assertThat(reduce(OpKind.REDUCE_SUM, false, x, axes)).containsExactly(4);
      assertThat(reduce(OpKind.REDUCE_MEAN, false, x, axes)).containsExactly(4 / 3f);
    }
  }

  private static float[] reduce(OpKind kind, boolean noop, Tensor x, Tensor axes) {
    return Cpu.evaluate(new Reduce(kind, true, noop), x, axes).toFloats();
  }

  @Test
  void trailingZerosChangeNoBit() {
    float[] data = new float[40];
    for (int i = 0; i < 23; i++) {
      data[i] = 1 / (i + 3f);
    }
    Tensor padded = Tensor.of(data, 40);
    Tensor exact = Tensor.of(Arrays.copyOf(data, 23), 23);
    assertThat(reduce(OpKind.REDUCE_SUM, false, padded, null))
        .containsExactly(reduce(OpKind.REDUCE_SUM, false, exact, null));
  }

  @Test
  void nothingSumsToZero() {
    Tensor empty = Tensor.of(new float[0], 2, 0);
    assertThat(Cpu.evaluate(new Reduce(OpKind.REDUCE_SUM, false, false), empty, axes(1)).toFloats())
        .containsExactly(0, 0);
    assertThat(
            Cpu.evaluate(new Reduce(OpKind.REDUCE_MEAN, false, false), empty, axes(1)).toFloats())
        .containsExactly(Float.NaN, Float.NaN);
    assertThat(Cpu.evaluate(new Reduce(OpKind.REDUCE_SUM, false, false), empty, axes(0)).dims())
        .containsExactly(0);
    assertThatThrownBy(
            () ->
                Cpu.evaluate(
                    new Reduce(OpKind.REDUCE_MEAN, false, false),
                    Tensor.of(new long[0], 0),
                    axes(0)))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("no mean of 0 integers");
  }

  private static Tensor axes(long... axes) {
    return Tensor.of(axes, axes.length);
  }

  /** Data, axes, and the elements that belong to each result. */
  private record Case(Tensor data, long[] axes, boolean keepDims, List<List<Object>> runs) {
    static Case random(long seed, DType dtype) {
      RandomTensors tensors = new RandomTensors(seed);
      long[] dims = tensors.dims(4, 7);
      Tensor data = tensors.next(dtype, dims);
      long[] axes =
          IntStream.range(0, dims.length)
              .filter(axis -> tensors.random().nextBoolean())
              .mapToLong(axis -> tensors.random().nextBoolean() ? axis : axis - dims.length)
              .toArray();
      boolean[] reduced = new boolean[dims.length];
      Arrays.fill(reduced, axes.length == 0);
      for (long axis : axes) {
        reduced[(int) Math.floorMod(axis, (long) dims.length)] = true;
      }
      return new Case(data, axes, tensors.random().nextBoolean(), runs(data, reduced));
    }

    private static List<List<Object>> runs(Tensor data, boolean[] reduced) {
      long[] dims = data.dims();
      Object[] elements = Cpu.elements(data);
      int count = 1;
      for (int axis = 0; axis < dims.length; axis++) {
        count *= reduced[axis] ? 1 : (int) dims[axis];
      }
      List<List<Object>> runs = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        runs.add(new ArrayList<>());
      }
      for (int i = 0; i < elements.length; i++) {
        int rest = i;
        int run = 0;
        int step = 1;
        for (int axis = dims.length - 1; axis >= 0; axis--) {
          if (!reduced[axis]) {
            run += rest % (int) dims[axis] * step;
            step *= (int) dims[axis];
          }
          rest /= (int) dims[axis];
        }
        runs.get(run).add(elements[i]);
      }
      return runs;
    }

    Tensor evaluate(OpKind kind) {
      return Cpu.evaluate(new Reduce(kind, keepDims, false), data, Tensor.of(axes, axes.length));
    }

    @Override
    public String toString() {
      return data.layout() + " along " + Arrays.toString(axes);
    }
  }
}
