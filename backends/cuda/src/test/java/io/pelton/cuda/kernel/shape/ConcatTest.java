package io.pelton.cuda.kernel.shape;

import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.testing.Cuda;
import io.pelton.cuda.testing.KernelTwins;
import io.pelton.cuda.testing.Twins;
import io.pelton.engine.graph.ShapeOp.Concat;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(OnEmulatedDriver.class)
class ConcatTest {
  private static KernelTwins twins;

  @BeforeAll
  static void open() {
    twins = new KernelTwins(Cuda.device());
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "F8E4M3FN", "I64", "U16", "BOOL", "C64", "C128"})
  void operandsOfAnyStridesAreJoined(DType dtype) {
    for (long seed = 0; seed < 20; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      int axis = tensors.random().nextInt(3);
      Tensor[] operands = new Tensor[1 + tensors.random().nextInt(4)];
      long[] dims = {2 + seed % 3, 4, 3};
      for (int i = 0; i < operands.length; i++) {
        dims[axis] = tensors.random().nextInt(6);
        operands[i] = KernelTwins.strided(tensors, dtype, dims);
      }
      twins.check(new Concat(axis - 3), operands);
    }
  }

  @Test
  void columnsOfManyFeaturesAreJoinedInFewLaunches() {
    RandomTensors tensors = new RandomTensors(1);
    Tensor[] columns =
        IntStream.range(0, 75)
            .mapToObj(i -> tensors.packed(DType.F32, 50, i % 3))
            .toArray(Tensor[]::new);
    twins.check(new Concat(1), columns);
    twins.check(new Concat(1), 50, 13, columns);
  }

  @Test
  void partsOfWholeUnitsAreJoinedByThese() {
    RandomTensors tensors = new RandomTensors(2);
    for (DType dtype : new DType[] {DType.F32, DType.F16, DType.I8}) {
      for (int inner : new int[] {1, 4, 16}) {
        Tensor left = tensors.packed(dtype, 6, 16, inner);
        Tensor right = tensors.packed(dtype, 6, 32, inner);
        twins.check(new Concat(1), 6, 4, left, right);
        twins.check(new Concat(0), left, tensors.packed(dtype, 3, 16, inner));
      }
    }
  }

  @Test
  void nothingIsJoinedToNothing() {
    Tensor none = Tensor.of(new float[0], 2, 0);
    Twins.check(new Concat(1), none, none);
    Twins.check(new Concat(0), none, Tensor.of(new float[0], 3, 0));
  }
}
