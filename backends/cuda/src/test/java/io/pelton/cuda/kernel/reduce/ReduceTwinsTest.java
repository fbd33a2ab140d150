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
import io.pelton.engine.graph.ReduceOp.Reduce;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@ExtendWith(OnEmulatedDriver.class)
class ReduceTwinsTest {
  private static final int SEEDS = 6;

  private final KernelTwins kernels = new KernelTwins(Cuda.device());

  static List<OpKind> reductions() {
    return ReduceKernel.REDUCTIONS;
  }

  @ParameterizedTest
  @MethodSource("reductions")
  void anyAxesOfAnyLayout(OpKind kind) {
    for (DType dtype : ElementType.NUMBERS) {
      RandomTensors random = new RandomTensors(kind.name().hashCode() + dtype.name().hashCode());
      for (int seed = 0; seed < SEEDS; seed++) {
        Tensor data = KernelTwins.strided(random, dtype, random.dims(4, 19));
        kernels.check(new Reduce(kind, seed % 2 == 0, false), data, axes(random.random(), data));
      }
    }
  }

  private static Tensor axes(Random random, Tensor data) {
    long[] axes =
        LongStream.range(0, data.dims().length).filter(axis -> random.nextBoolean()).toArray();
    return Tensor.of(axes, axes.length);
  }

  @ParameterizedTest
  @MethodSource("reductions")
  void longRunsAndManyOfThem(OpKind kind) {
    for (DType dtype : List.of(DType.F32, DType.F16, DType.F64, DType.I32, DType.U8)) {
      Twins.check(reduce(kind), FiniteNumbers.next(dtype, 3, 5001), axis(1));
      Twins.check(reduce(kind), FiniteNumbers.next(dtype, 67, 37), axis(0));
      Twins.check(reduce(kind), FiniteNumbers.next(dtype, 700, 5), axis(1));
    }
  }

  @ParameterizedTest
  @MethodSource("reductions")
  void activeRowsOnly(OpKind kind) {
    for (int rows : new int[] {0, 1, 20, 37}) {
      for (DType dtype : List.of(DType.F32, DType.BF16, DType.I16)) {
        kernels.check(reduce(kind), 37, rows, FiniteNumbers.next(dtype, 37, 41), axis(1));
        kernels.check(reduce(kind), 37, rows, FiniteNumbers.next(dtype, 37, 5, 3), axis(1));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("reductions")
  void axesWithoutElements(OpKind kind) {
    Tensor data = Tensor.allocate(DType.F32, 3, 0, 2);
    kernels.check(reduce(kind), data, axis(1));
    kernels.check(reduce(kind), data, axis(0));
    if (kind != OpKind.REDUCE_MEAN) {
      kernels.check(reduce(kind), Tensor.allocate(DType.I16, 3, 0), axis(1));
      kernels.check(reduce(kind), Tensor.allocate(DType.U64, 3, 0), axis(1));
    }
  }

  @Test
  void integersWithoutElementsHaveNoMean() {
    Tensor data = Tensor.allocate(DType.I32, 3, 0);
    assertThatThrownBy(() -> Twins.check(reduce(OpKind.REDUCE_MEAN), data, axis(1)))
        .isInstanceOf(InvalidValue.class);
  }

  private static Reduce reduce(OpKind kind) {
    return new Reduce(kind, false, false);
  }

  private static Tensor axis(long axis) {
    return Tensor.of(new long[] {axis}, 1);
  }
}
