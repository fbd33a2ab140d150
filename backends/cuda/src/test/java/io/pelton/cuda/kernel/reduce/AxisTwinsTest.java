package io.pelton.cuda.kernel.reduce;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.kernel.ElementType;
import io.pelton.cuda.testing.Cuda;
import io.pelton.cuda.testing.FiniteNumbers;
import io.pelton.cuda.testing.KernelTwins;
import io.pelton.cuda.testing.Twins;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.ArgMax;
import io.pelton.engine.graph.ReduceOp.Cumulate;
import io.pelton.engine.graph.ReduceOp.Softmax;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OnEmulatedDriver.class)
class AxisTwinsTest {
  private static final int SEEDS = 6;

  private final KernelTwins kernels = new KernelTwins(Cuda.device());

  @Test
  void argMaxOfAnyLayout() {
    for (DType dtype : ElementType.NUMBERS) {
      RandomTensors random = new RandomTensors(dtype.name().hashCode());
      for (int seed = 0; seed < SEEDS; seed++) {
        Tensor data = KernelTwins.strided(random, dtype, dims(random));
        int axis = random.random().nextInt(data.dims().length);
        kernels.check(new ArgMax(axis, seed % 2 == 0, seed % 3 == 0), data);
      }
    }
  }

  @Test
  void argMaxOfEqualElementsInLongRuns() {
    float[] data = new float[3 * 5000];
    data[4999] = 1;
    data[17] = 1;
    data[5000 + 4000] = Float.NaN;
    data[5000 + 3000] = Float.NaN;
    data[10001] = -0f;
    for (boolean selectsLast : new boolean[] {false, true}) {
      Twins.check(new ArgMax(1, false, selectsLast), Tensor.of(data, 3, 5000));
      Twins.check(new ArgMax(0, true, selectsLast), Tensor.of(data, 3, 5000));
    }
  }

  @Test
  void nothingIsNoLargestElement() {
    Tensor data = Tensor.allocate(DType.F32, 2, 0);
    assertThatThrownBy(() -> Twins.check(new ArgMax(1, false, false), data))
        .isInstanceOf(InvalidValue.class);
  }

  @Test
  void runningSumsAndProductsOfAnyLayout() {
    for (DType dtype : ElementType.NUMBERS) {
      RandomTensors random = new RandomTensors(dtype.name().hashCode());
      for (int seed = 0; seed < SEEDS; seed++) {
        Tensor data = KernelTwins.strided(random, dtype, dims(random));
        Tensor axis = Tensor.of(new long[] {random.random().nextInt(data.dims().length)}, 1);
        OpKind kind = seed % 2 == 0 ? OpKind.CUM_SUM : OpKind.CUM_PROD;
        kernels.check(new Cumulate(kind, seed % 3 == 0, seed % 4 < 2), data, axis);
      }
      Tensor axis = Tensor.of(new long[] {1}, 1);
      Twins.check(
          new Cumulate(OpKind.CUM_SUM, false, false), FiniteNumbers.next(dtype, 300, 7), axis);
      Twins.check(
          new Cumulate(OpKind.CUM_SUM, true, true), FiniteNumbers.next(dtype, 2, 0, 3), axis);
    }
  }

  @Test
  void softmaxOfAnyLayout() {
    for (DType dtype : ElementType.FLOATS) {
      RandomTensors random = new RandomTensors(dtype.name().hashCode());
      for (int seed = 0; seed < 2 * SEEDS; seed++) {
        Tensor data = KernelTwins.strided(random, dtype, dims(random));
        int axis = random.random().nextInt(data.dims().length);
        kernels.check(new Softmax(axis, seed % 3 == 0), data);
      }
      kernels.check(new Softmax(0, false), FiniteNumbers.next(dtype));
    }
  }

  @Test
  void softmaxOfLongAndOfManyRuns() {
    for (DType dtype : ElementType.FLOATS) {
      Twins.check(new Softmax(1, false), FiniteNumbers.next(dtype, 3, 1001));
      Twins.check(new Softmax(1, false), FiniteNumbers.next(dtype, 201, 13));
      Twins.check(new Softmax(1, false), FiniteNumbers.next(dtype, 3, 17, 5));
      Twins.check(new Softmax(1, true), FiniteNumbers.next(dtype, 3, 17, 5));
      Twins.check(new Softmax(1, false), Tensor.allocate(dtype, 3, 0));
    }
  }

  @Test
  void softmaxOfSpecialValues() {
    float infinity = Float.POSITIVE_INFINITY;
    for (List<Float> row :
        List.of(
            List.of(1f, infinity, 2f),
            List.of(-infinity, -infinity, -infinity),
            List.of(1f, Float.NaN, 2f),
            List.of(-0f, 0f, -infinity),
            List.of(1e38f, -1e38f, 1e-40f))) {
      float[] data = {row.get(0), row.get(1), row.get(2)};
      Twins.check(new Softmax(1, false), Tensor.of(data, 1, 3));
    }
  }

  @Test
  void activeRowsOnly() {
    Tensor axis = Tensor.of(new long[] {1}, 1);
    for (int rows : new int[] {0, 1, 20, 37}) {
      Tensor data = FiniteNumbers.next(DType.F32, 37, 40, 3);
      kernels.check(new ArgMax(1, false, false), 37, rows, data);
      kernels.check(new Softmax(1, false), 37, rows, data);
      kernels.check(new Softmax(1, true), 37, rows, data);
      kernels.check(new Cumulate(OpKind.CUM_SUM, false, false), 37, rows, data, axis);
    }
  }

  /** At least one axis. */
  private static long[] dims(RandomTensors random) {
    while (true) {
      long[] dims = random.dims(4, 19);
      if (dims.length > 0) {
        return dims;
      }
    }
  }
}
