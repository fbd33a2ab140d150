package io.pelton.cpu.kernel.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.IndexOp.Combination;
import io.pelton.engine.graph.IndexOp.GatherElements;
import io.pelton.engine.graph.IndexOp.GatherSlices;
import io.pelton.engine.graph.IndexOp.ScatterElements;
import io.pelton.engine.graph.IndexOp.ScatterSlices;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reading and writing by indices, beside loops that do it element by element. */
class IndexKernelsTest {
  private static final int SEEDS = 8;

  private static Tensor indices(RandomTensors tensors, long length, long... dims) {
    int bound = (int) length;
    if (tensors.random().nextBoolean()) {
      return Tensor.of(tensors.random().ints(Cpu.count(dims), -bound, bound).toArray(), dims);
    }
    return Tensor.of(tensors.random().longs(Cpu.count(dims), -bound, bound).toArray(), dims);
  }

  /** The place of an element of {@code dims}, with another index along one axis. */
  private static int place(long[] dims, long[] own, int element, int axis, long index) {
    long rest = element;
    long[] at = new long[own.length];
    for (int i = own.length - 1; i >= 0; i--) {
      at[i] = rest % own[i];
      rest /= own[i];
    }
    at[axis] = Math.floorMod(index, dims[axis]);
    long place = 0;
    for (int i = 0; i < dims.length; i++) {
      place = place * dims[i] + at[i];
    }
    return (int) place;
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void elementsAreGathered(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      int axis = tensors.random().nextInt(3);
      long[] dims = {3, 2, 4};
      long[] own = {2, 2, 3};
      own[axis] = tensors.random().nextInt(6);
      Tensor data = tensors.next(dtype, dims);
      Tensor indices = indices(tensors, dims[axis], own);
      Tensor gathered = Cpu.evaluate(new GatherElements(axis - 3), data, indices);
      assertThat(gathered.dims()).containsExactly(own);
      Object[] elements = Cpu.elements(data);
      Object[] found = Cpu.elements(gathered);
      long[] picks = wide(indices);
      for (int i = 0; i < found.length; i++) {
        assertThat(found[i])
            .as("seed %d", seed)
            .isEqualTo(elements[place(dims, own, i, axis, picks[i])]);
      }
    }
  }

  private static long[] wide(Tensor indices) {
    return Cpu.evaluate(new Cast(DType.I64), indices).toLongs();
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void updatesReplaceElements(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      int axis = tensors.random().nextInt(3);
      long[] dims = {3, 2, 4};
      long[] own = {2, 2, 3};
      own[axis] = tensors.random().nextInt(6);
      Tensor data = tensors.next(dtype, dims);
      Tensor indices = indices(tensors, dims[axis], own);
      Tensor updates = tensors.next(dtype, own);
      Tensor scattered =
          Cpu.evaluate(new ScatterElements(axis, Combination.REPLACE), data, indices, updates);
      Object[] expected = Cpu.elements(data);
      Object[] values = Cpu.elements(updates);
      long[] picks = wide(indices);
      for (int i = 0; i < values.length; i++) {
        expected[place(dims, own, i, axis, picks[i])] = values[i];
      }
      assertThat(Cpu.elements(scattered)).as("seed %d", seed).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void slicesAreGatheredAndReplaced(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Tensor data = tensors.next(dtype, 3, 4, 2);
      Tensor pairs = indices(tensors, 3, 5, 2);
      Object[] elements = Cpu.elements(data);
      Tensor gathered = Cpu.evaluate(new GatherSlices(0), data, pairs);
      Tensor updates = tensors.next(dtype, 5, 2);
      Tensor replaced = Cpu.evaluate(new ScatterSlices(Combination.REPLACE), data, pairs, updates);
      assertThat(gathered.dims()).containsExactly(5, 2);
      Object[] found = Cpu.elements(gathered);
      Object[] values = Cpu.elements(updates);
      Object[] expected = elements.clone();
      long[] picks = wide(pairs);
      for (int slice = 0; slice < 5; slice++) {
        int row = (int) Math.floorMod(picks[2 * slice], 3L);
        int column = (int) Math.floorMod(picks[2 * slice + 1], 4L);
        for (int n = 0; n < 2; n++) {
          int place = (row * 4 + column) * 2 + n;
          assertThat(found[2 * slice + n]).as("seed %d", seed).isEqualTo(elements[place]);
          expected[place] = values[2 * slice + n];
        }
      }
      assertThat(Cpu.elements(replaced)).as("seed %d", seed).isEqualTo(expected);
    }
  }

  @Test
  void slicesOfABatchAreItsOwn() {
    Tensor data = Tensor.of(LongStream.range(0, 12).toArray(), 2, 3, 2);
    Tensor indices = Tensor.of(new long[] {2, 0, -2, 1}, 2, 2, 1);
    Tensor gathered = Cpu.evaluate(new GatherSlices(1), data, indices);
    assertThat(gathered.dims()).containsExactly(2, 2, 2);
    assertThat(gathered.toLongs()).containsExactly(4, 5, 0, 1, 8, 9, 8, 9);
    Tensor none = Cpu.evaluate(new GatherSlices(0), data, Tensor.of(new long[0], 2, 0));
    assertThat(none.dims()).containsExactly(2, 2, 3, 2);
  }

  private static Tensor combined(Combination combination, Tensor data, long[] at, Tensor updates) {
    return Cpu.evaluate(
        new ScatterElements(0, combination), data, Tensor.of(at, at.length), updates);
  }

  @Test
  void integersWrapAndUnsignedOnesCompareAsSuch() {
    Tensor bytes = Tensor.wrap(DType.U8, new byte[] {(byte) 200, 1}, 2);
    Tensor more = Tensor.wrap(DType.U8, new byte[] {100, 100, (byte) 255}, 3);
    long[] at = {0, -2, 1};
    assertThat(Cpu.elements(combined(Combination.ADD, bytes, at, more)))
        .isEqualTo(Cpu.elements(Tensor.wrap(DType.U8, new byte[] {(byte) 400, 0}, 2)));
    assertThat(Cpu.elements(combined(Combination.MAX, bytes, at, more)))
        .isEqualTo(Cpu.elements(Tensor.wrap(DType.U8, new byte[] {(byte) 200, (byte) 255}, 2)));
    Tensor longs = Tensor.wrap(DType.U64, new long[] {-1, 5}, 2);
    Tensor others = Tensor.wrap(DType.U64, new long[] {3, -4}, 2);
    long[] each = {0, 1};
    assertThat(Cpu.elements(combined(Combination.MIN, longs, each, others)))
        .isEqualTo(Cpu.elements(Tensor.wrap(DType.U64, new long[] {3, 5}, 2)));
    assertThat(Cpu.elements(combined(Combination.MAX, longs, each, others)))
        .isEqualTo(Cpu.elements(Tensor.wrap(DType.U64, new long[] {-1, -4}, 2)));
  }

  @Test
  void booleansAreOrAndAnd() {
    Tensor flags = Tensor.wrap(DType.BOOL, new byte[] {0, 1, 1}, 3);
    Tensor updates = Tensor.wrap(DType.BOOL, new byte[] {1, 0, 1}, 3);
    long[] at = {0, 1, 2};
    assertThat(Cpu.elements(combined(Combination.ADD, flags, at, updates)))
        .containsExactly(1L, 1L, 1L);
    assertThat(Cpu.elements(combined(Combination.MULTIPLY, flags, at, updates)))
        .containsExactly(0L, 0L, 1L);
  }

  /** 2048 + 1 is a tie that rounds down in float16: twice, where each sum were rounded. */
  @Test
  void halvesAreRoundedOnce() {
    DType half = DType.F16;
    Tensor data = Cpu.evaluate(new Cast(half), Tensor.of(new float[] {2048}, 1));
    Tensor ones = Cpu.evaluate(new Cast(half), Tensor.of(new float[] {1, 1}, 2));
    Tensor sum = combined(Combination.ADD, data, new long[] {0, 0}, ones);
    assertThat(Cpu.evaluate(new Cast(DType.F32), sum).toFloats()).containsExactly(2050);
  }

  @Test
  void extremesOfFloatsKeepNaNAndTheSignOfZero() {
    Tensor data = Tensor.of(new float[] {1, Float.NaN, -0f}, 3);
    Tensor updates = Tensor.of(new float[] {Float.NaN, 1, 0}, 3);
    long[] at = {0, 1, 2};
    assertThat(combined(Combination.MAX, data, at, updates).toFloats())
        .containsExactly(Float.NaN, Float.NaN, 0f);
    assertThat(combined(Combination.MIN, data, at, updates).toFloats())
        .containsExactly(Float.NaN, Float.NaN, -0f);
  }

  @Test
  void longSlicesAreCombinedBlockByBlock() {
    long[] numbers = LongStream.range(0, 6_000).toArray();
    Tensor data = Tensor.of(numbers, 2, 3_000);
    Tensor updates = Tensor.of(numbers, 2, 3_000);
    Tensor indices = Tensor.of(new long[] {1, 1}, 2, 1);
    Tensor sum = Cpu.evaluate(new ScatterSlices(Combination.ADD), data, indices, updates);
    long[] expected = numbers.clone();
    for (int i = 0; i < 3_000; i++) {
      expected[3_000 + i] += numbers[i] + numbers[3_000 + i];
    }
    assertThat(sum.toLongs()).isEqualTo(expected);
  }

  @Test
  void whatDoesNotFitIsRefused() {
    Tensor data = Tensor.of(new float[6], 2, 3);
    assertThatThrownBy(
            () -> Cpu.evaluate(new GatherElements(0), data, Tensor.of(new long[] {0, 2}, 1, 2)))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("index 2 is outside of [-2, 1]");
    assertThatThrownBy(
            () -> Cpu.evaluate(new GatherElements(1), data, Tensor.of(new long[3], 3, 1)))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("indices [3,1] exceed the data, [2,3], at axis 0");
    assertThatThrownBy(
            () -> Cpu.evaluate(new GatherSlices(0), data, Tensor.of(new long[] {1, -4}, 1, 2)))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("index -4 is outside of [-3, 2]");
    Tensor texts = Tensor.of(new String[] {"a"}, 1);
    assertThatThrownBy(() -> combined(Combination.ADD, texts, new long[1], texts))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("ADD is not defined for STRING");
    assertThatThrownBy(
            () ->
                Cpu.evaluate(
                    new ScatterSlices(Combination.REPLACE),
                    data,
                    Tensor.of(new long[1], 1, 1),
                    Tensor.of(new float[2], 1, 2)))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("updates should be [1,3] but are [1,2]");
  }

  @Test
  void emptyTensorsHaveNothingToGather() {
    Tensor data = Tensor.of(new float[0], 0, 3);
    Tensor gathered = Cpu.evaluate(new GatherElements(0), data, Tensor.of(new long[0], 0, 2));
    assertThat(gathered.dims()).containsExactly(0, 2);
    assertThat(Arrays.stream(Cpu.elements(gathered)).toList()).isEmpty();
  }
}
