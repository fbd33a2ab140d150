package io.pelton.cuda.kernel.reduce;

import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.kernel.ElementType;
import io.pelton.cuda.testing.Cuda;
import io.pelton.cuda.testing.FiniteNumbers;
import io.pelton.cuda.testing.KernelTwins;
import io.pelton.cuda.testing.Twins;
import io.pelton.engine.graph.ReduceOp.TopK;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OnEmulatedDriver.class)
class TopKTwinsTest {
  private static final double[] SPECIAL = {
    0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e-40
  };

  private final KernelTwins kernels = new KernelTwins(Cuda.device());

  @Test
  void shortRunsOfAnyLayout() {
    for (DType dtype : ElementType.NUMBERS) {
      RandomTensors random = new RandomTensors(dtype.name().hashCode());
      for (int seed = 0; seed < 8; seed++) {
        long[] dims = {1 + random.random().nextInt(5), 1 + random.random().nextInt(40), 3};
        Tensor data = KernelTwins.strided(random, dtype, dims);
        int axis = seed % 3;
        int count = random.random().nextInt((int) dims[axis] + 1);
        kernels.check(new TopK(axis, seed % 2 == 0, seed % 4 < 2), data, count(count));
      }
    }
  }

  @Test
  void longRuns() {
    for (DType dtype : ElementType.NUMBERS) {
      Tensor data = KernelTwins.strided(new RandomTensors(7), dtype, 2, 600, 2);
      int seed = 0;
      for (int count : new int[] {1, 5, 257, 600}) {
        kernels.check(new TopK(1, seed % 2 == 0, true), data, count(count));
        kernels.check(new TopK(1, seed % 2 == 1, seed < 2), data, count(count));
        seed++;
      }
    }
  }

  @Test
  void fewDistinctValues() {
    Random random = new Random(3);
    double[] values =
        DoubleStream.generate(() -> SPECIAL[random.nextInt(SPECIAL.length)]).limit(900).toArray();
    for (int count : new int[] {0, 1, 100, 700, 900}) {
      for (boolean isLargest : new boolean[] {false, true}) {
        kernels.check(new TopK(0, isLargest, true), Tensor.of(values, 900), count(count));
        kernels.check(new TopK(0, isLargest, false), Tensor.of(values, 900), count(count));
      }
    }
  }

  @Test
  void runsInABatch() {
    Twins.check(new TopK(1, true, true), FiniteNumbers.next(DType.F32, 300, 8), count(2));
    Twins.check(new TopK(-1, false, true), FiniteNumbers.next(DType.F32, 2, 3, 1000), count(10));
  }

  @Test
  void activeRowsOnly() {
    for (int rows : new int[] {0, 1, 20, 37}) {
      TopK op = new TopK(1, true, true);
      kernels.check(op, 37, rows, FiniteNumbers.next(DType.F32, 37, 8, 2), count(3));
      kernels.check(op, 37, rows, FiniteNumbers.next(DType.F16, 37, 300, 2), count(3));
    }
  }

  private static Tensor count(long count) {
    return Tensor.of(new long[] {count}, 1);
  }
}
