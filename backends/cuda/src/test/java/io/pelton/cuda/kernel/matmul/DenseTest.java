package io.pelton.cuda.kernel.matmul;

import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.testing.Cuda;
import io.pelton.cuda.testing.KernelTwins;
import io.pelton.engine.graph.Activation;
import io.pelton.engine.graph.LinalgOp.Dense;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(OnEmulatedDriver.class)
class DenseTest {
  private static KernelTwins twins;

  @BeforeAll
  static void open() {
    twins = new KernelTwins(Cuda.device());
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void everyStepIsRounded(DType dtype) {
    RandomTensors tensors = new RandomTensors(3);
    for (Activation activation : Activation.values()) {
      Tensor x = next(tensors, dtype, 2, 9, 5);
      Tensor w = next(tensors, dtype, 5, 37);
      Dense op = new Dense(activation);
      twins.check(op, x, w);
      twins.check(op, x, w, next(tensors, dtype, 37));
      twins.check(op, x, w, null, next(tensors, dtype, 2, 9, 37));
      twins.check(op, x, w, next(tensors, dtype, 9, 1), next(tensors, dtype, 2, 1, 37));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"F32", "BF16"})
  void summandsOfEveryBatchAreItsOwn(DType dtype) {
    RandomTensors tensors = new RandomTensors(4);
    Dense op = new Dense(Activation.RELU);
    Tensor x = next(tensors, dtype, 3, 1, 20, 6);
    Tensor w = next(tensors, dtype, 2, 6, 66);
    twins.check(op, x, w, next(tensors, dtype, 2, 1, 66), next(tensors, dtype, 3, 1, 20, 66));
    twins.check(op, next(tensors, dtype, 6), w, next(tensors, dtype, 2, 66));
    twins.check(op, x, next(tensors, dtype, 6), next(tensors, dtype, 20), next(tensors, dtype));
  }

  private static Tensor next(RandomTensors tensors, DType dtype, long... dims) {
    return KernelTwins.strided(tensors, dtype, dims);
  }
}
