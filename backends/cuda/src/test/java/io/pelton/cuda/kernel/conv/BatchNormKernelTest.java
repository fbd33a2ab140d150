package io.pelton.cuda.kernel.conv;

import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.testing.Twins;
import io.pelton.engine.graph.NormOp.BatchNorm;
import io.pelton.engine.tensor.DType;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(OnEmulatedDriver.class)
class BatchNormKernelTest {
  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void normalizesChannels(DType dtype) {
    RandomTensors tensors = new RandomTensors(1);
    List<long[]> shapes =
        List.of(
            new long[] {3, 5},
            new long[] {2, 3, 4},
            new long[] {2, 7, 5, 3},
            new long[] {3, 20, 8, 9},
            new long[] {2, 2, 3, 2, 3},
            new long[] {0, 3, 2},
            new long[] {2, 0, 2},
            new long[] {2, 3, 0});
    for (long[] x : shapes) {
      for (double epsilon : new double[] {1e-5, 1e-3, 0}) {
        Twins.check(
            new BatchNorm(epsilon),
            tensors.next(dtype, x),
            tensors.next(dtype, x[1]),
            tensors.next(dtype, x[1]),
            tensors.next(dtype, x[1]),
            tensors.next(dtype, x[1]));
      }
    }
  }
}
