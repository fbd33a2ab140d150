package io.pelton.cuda.kernel.matmul;

import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.testing.Cuda;
import io.pelton.cuda.testing.KernelTwins;
import io.pelton.engine.graph.Activation;
import io.pelton.engine.graph.IntegerProductOp.MatMulInteger;
import io.pelton.engine.graph.IntegerProductOp.QuantizedDense;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@ExtendWith(OnEmulatedDriver.class)
class IntegerProductTest {
  private static KernelTwins twins;

  @BeforeAll
  static void open() {
    twins = new KernelTwins(Cuda.device());
  }

  static Stream<Arguments> dtypes() {
    return Stream.of(DType.U8, DType.I8)
        .flatMap(left -> Stream.of(DType.U8, DType.I8).map(right -> Arguments.of(left, right)));
  }

  @ParameterizedTest
  @MethodSource("dtypes")
  void zeroPointsAreTakenOff(DType left, DType right) {
    RandomTensors tensors = new RandomTensors(1);
    int[][] lengths = {{1, 0, 3}, {9, 70, 65}, {70, 65, 3}, {65, 33, 66}};
    for (int[] length : lengths) {
      long rows = length[0];
      long columns = length[2];
      Tensor a = next(tensors, left, rows, length[1]);
      Tensor b = next(tensors, right, length[1], columns);
      MatMulInteger op = new MatMulInteger();
      twins.check(op, a, b);
      twins.check(op, a, b, next(tensors, left, 1));
      twins.check(op, a, b, next(tensors, left, rows), next(tensors, right));
      twins.check(op, a, b, next(tensors, left, rows, 1), next(tensors, right, columns));
      twins.check(op, a, b, null, next(tensors, right, 1, columns));
    }
  }

  @Test
  void everyMatrixHasZeroPointsOfItsOwn() {
    RandomTensors tensors = new RandomTensors(2);
    Tensor a = next(tensors, DType.U8, 3, 5, 7);
    Tensor b = next(tensors, DType.I8, 3, 7, 20);
    Tensor zeros = next(tensors, DType.I8, 3, 1, 20);
    twins.check(new MatMulInteger(), a, b, next(tensors, DType.U8, 3, 5, 1), zeros);
    twins.check(new MatMulInteger(), a, next(tensors, DType.I8, 7, 20), next(tensors, DType.U8, 5));
    twins.check(new MatMulInteger(), next(tensors, DType.U8, 7), b, null, zeros);
  }

  @ParameterizedTest
  @MethodSource("dtypes")
  void sumsAreScaledOnce(DType left, DType right) {
    RandomTensors tensors = new RandomTensors(3);
    for (int rows : new int[] {3, 18}) {
      for (Activation activation : Activation.values()) {
        QuantizedDense op = new QuantizedDense(activation);
        Tensor a = next(tensors, left, 2, rows, 9);
        Tensor b = next(tensors, right, 9, 21);
        Tensor scale = Tensor.of(new float[] {.013f}, 1);
        Tensor scales = next(tensors, DType.F32, 21);
        twins.check(op, a, scale, null, b, scale, null);
        twins.check(op, a, scale, next(tensors, left), b, scales, next(tensors, right, 21));
        Tensor bias = next(tensors, DType.F32, 2, 1, 21);
        twins.check(op, a, scale, null, b, scales, next(tensors, right, 1), bias);
      }
    }
  }

  @Test
  void activeRowsAreComputedAndNoOthers() {
    RandomTensors tensors = new RandomTensors(4);
    for (int rows : new int[] {0, 1, 20}) {
      twins.check(
          new MatMulInteger(),
          20,
          rows,
          next(tensors, DType.I8, 20, 6),
          next(tensors, DType.I8, 6, 9),
          next(tensors, DType.I8, 20, 1));
    }
  }

  private static Tensor next(RandomTensors tensors, DType dtype, long... dims) {
    return KernelTwins.strided(tensors, dtype, dims);
  }
}
