package io.pelton.cuda.kernel.shape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.testing.Cuda;
import io.pelton.cuda.testing.KernelTwins;
import io.pelton.cuda.testing.Twins;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.graph.ShapeOp.Gather;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(OnEmulatedDriver.class)
class GatherTest {
  private static KernelTwins twins;

  @BeforeAll
  static void open() {
    twins = new KernelTwins(Cuda.device());
  }

  private static Tensor indices(RandomTensors tensors, int length, long... dims) {
    int count = Cpu.count(dims);
    return tensors.random().nextBoolean()
        ? Tensor.of(tensors.random().ints(count, -length, length).toArray(), dims)
        : Tensor.of(tensors.random().longs(count, -length, length).toArray(), dims);
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "BF16", "F8E5M2", "I64", "I32", "U16", "U8", "C64", "C128"})
  void slicesOfAnyStridesAreGathered(DType dtype) {
    for (long seed = 0; seed < 20; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      long[] dims = {1 + seed % 4, 5, seed % 2 == 0 ? 8 : 3};
      int axis = tensors.random().nextInt(3);
      Tensor data = KernelTwins.strided(tensors, dtype, dims);
      twins.check(new Gather(axis), data, indices(tensors, (int) dims[axis], tensors.dims(3, 4)));
      twins.check(new Gather(axis - 3), data, indices(tensors, (int) dims[axis], 0));
    }
  }

  @Test
  void onlyActiveRowsAreGathered() {
    RandomTensors tensors = new RandomTensors(1);
    Tensor table = tensors.packed(DType.F32, 30, 12);
    Tensor rows = indices(tensors, 30, 9, 4);
    twins.check(new Gather(0), 9, 5, table, rows);
    twins.check(new Gather(1), 30, 11, table, indices(tensors, 12, 3));
  }

  @Test
  void aLargeTableIsReadByManyBlocks() {
    RandomTensors tensors = new RandomTensors(2);
    Tensor table = tensors.packed(DType.F32, 200, 64);
    twins.check(new Gather(0), table, indices(tensors, 200, 20, 25));
    Twins.check(new Gather(0), table, indices(tensors, 200, 20, 25));
  }

  @Test
  void theFirstIndexThatIsOutsideIsRefused() {
    long[] indices = new long[600];
    indices[417] = -4;
    indices[418] = 3_000_000_000L;
    indices[523] = 5;
    Tensor table = Tensor.of(new float[] {1, 2, 3}, 3);
    assertThatThrownBy(() -> Twins.onDevice(new Gather(0), table, Tensor.of(indices, 100, 6)))
        .isInstanceOfSatisfying(InvalidValue.class, e -> assertThat(e.row()).isEqualTo(-1))
        .hasMessage("Node 'node' (Gather): index -4 is outside of [-3, 2]");
    Arrays.fill(indices, 0, 418, 1);
    assertThatThrownBy(() -> Twins.onDevice(new Gather(0), table, Tensor.of(indices, 100, 6)))
        .hasMessageContaining("index 3000000000 is outside of [-3, 2]");
    Tensor none = Tensor.of(new float[0], 0, 2);
    assertThatThrownBy(() -> Twins.onDevice(new Gather(0), none, Tensor.of(new long[1], 1)))
        .hasMessageContaining("index 0 is outside of [0, -1]");
  }

  @Test
  void theRowOfWhatIsRefusedIsNamed() {
    Tensor table = Tensor.of(new float[] {1, 2, 3}, 3);
    Tensor indices = Tensor.of(new int[] {0, -3, 2, 1, 0, -4, 1, 1}, 4, 2);
    assertThatThrownBy(() -> twins.onDevice(new Gather(0), 4, 4, table, indices))
        .isInstanceOfSatisfying(InvalidValue.class, e -> assertThat(e.row()).isEqualTo(2));
    twins.check(new Gather(0), 4, 2, table, indices);
  }
}
