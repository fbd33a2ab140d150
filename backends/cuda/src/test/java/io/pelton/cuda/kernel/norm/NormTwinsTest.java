package io.pelton.cuda.kernel.norm;

import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.testing.Cuda;
import io.pelton.cuda.testing.FiniteNumbers;
import io.pelton.cuda.testing.KernelTwins;
import io.pelton.cuda.testing.Twins;
import io.pelton.engine.graph.NormOp.LayerNorm;
import io.pelton.engine.graph.NormOp.RmsNorm;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(OnEmulatedDriver.class)
class NormTwinsTest {
  private static final float EPSILON = 1e-5f;

  private final KernelTwins kernels = new KernelTwins(Cuda.device());

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void anyLayoutWithAndWithoutBias(DType dtype) {
    RandomTensors random = new RandomTensors(dtype.name().hashCode());
    for (int seed = 0; seed < 12; seed++) {
      long[] dims = {1 + seed % 4, 1 + random.random().nextInt(5), 1 + random.random().nextInt(40)};
      int axis = seed % 3;
      Tensor x = KernelTwins.strided(random, dtype, dims);
      Tensor scale = KernelTwins.strided(random, dtype, random.broadcastable(dims));
      Tensor bias =
          seed % 4 == 0 ? null : KernelTwins.strided(random, dtype, random.broadcastable(dims));
      kernels.check(new LayerNorm(axis, EPSILON), x, scale, bias);
      kernels.check(new RmsNorm(axis, EPSILON), x, scale);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void longRunsAndManyOfThem(DType dtype) {
    for (long[] dims : new long[][] {{3, 1003}, {130, 48}, {2, 0}, {1, 1}}) {
      Tensor x = FiniteNumbers.next(dtype, dims);
      Tensor scale = FiniteNumbers.next(dtype, dims[1]);
      Tensor bias = FiniteNumbers.next(dtype, 1, dims[1]);
      Twins.check(new LayerNorm(-1, EPSILON), x, scale, bias);
      Twins.check(new LayerNorm(-1, EPSILON), x, scale);
      Twins.check(new RmsNorm(-1, 0), x, scale);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void activeRowsOnly(DType dtype) {
    Tensor x = FiniteNumbers.next(dtype, 37, 2, 19);
    Tensor scale = FiniteNumbers.next(dtype, 19);
    for (int rows : new int[] {0, 1, 20, 37}) {
      kernels.check(new LayerNorm(-1, EPSILON), 37, rows, x, scale, scale);
      kernels.check(new RmsNorm(1, EPSILON), 37, rows, x, scale);
    }
  }
}
