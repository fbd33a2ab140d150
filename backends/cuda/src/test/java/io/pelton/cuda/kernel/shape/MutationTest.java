package io.pelton.cuda.kernel.shape;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.testing.Cuda;
import io.pelton.cuda.testing.KernelTwins;
import io.pelton.cuda.testing.Twins;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.graph.MutationOp.Move;
import io.pelton.engine.graph.MutationOp.WriteSlice;
import io.pelton.engine.graph.MutationOp.ZeroFill;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Tensor;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Writes over a target, and nowhere else. */
@ExtendWith(OnEmulatedDriver.class)
class MutationTest {
  private static KernelTwins twins;

  @BeforeAll
  static void open() {
    twins = new KernelTwins(Cuda.device());
  }

  @ParameterizedTest
  @EnumSource(value = DType.class, mode = Mode.EXCLUDE, names = "STRING")
  void anUpdateIsWrittenAnywhereAndAround(DType dtype) {
    for (long seed = 0; seed < 25; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Random random = tensors.random();
      int axis = random.nextInt(3);
      long[] dims = {2 + random.nextInt(3), 2 + random.nextInt(3), seed % 2 == 0 ? 8 : 3};
      long[] updateDims = dims.clone();
      updateDims[axis] = random.nextInt((int) dims[axis] + 1);
      boolean rotating = random.nextBoolean();
      long most = dims[axis] - updateDims[axis];
      long start = rotating ? random.nextInt(41) - 20 : random.nextInt((int) most + 1);
      Tensor target = KernelTwins.strided(tensors, dtype, dims);
      Tensor update = KernelTwins.strided(tensors, dtype, updateDims);
      twins.check(new WriteSlice(axis - 3, DynScalar.of(start), rotating), target, update);
      WriteSlice shifted = new WriteSlice(axis, DynScalar.of(start - 2), rotating);
      twins.check(shifted, target, update, Tensor.of(new long[] {2}));
    }
  }

  @Test
  void onlyActiveRowsAreWritten() {
    RandomTensors tensors = new RandomTensors(1);
    Tensor cache = tensors.packed(DType.F32, 9, 7, 12);
    Tensor rows = tensors.packed(DType.F32, 9, 2, 12);
    twins.check(new WriteSlice(1, DynScalar.of(6), true), 9, 5, cache, rows);
    twins.check(new ZeroFill(), 9, 5, cache);
    twins.check(new ZeroFill(), 9, 5, KernelTwins.strided(tensors, DType.I16, 9, 3, 5));
  }

  @Test
  void aLargeCacheIsWrittenByManyBlocks() {
    RandomTensors tensors = new RandomTensors(2);
    Tensor cache = tensors.packed(DType.F16, 4, 8, 40, 64);
    Tensor token = tensors.packed(DType.F16, 4, 8, 3, 64);
    Tensor start = Tensor.of(new long[] {38});
    Twins.check(new WriteSlice(2, DynScalar.of(0), true), cache, token, start);
    Twins.check(new ZeroFill(), cache);
  }

  @ParameterizedTest
  @EnumSource(value = DType.class, mode = Mode.EXCLUDE, names = "STRING")
  void targetsOfAnyStridesAreZeroed(DType dtype) {
    for (long seed = 0; seed < 15; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      twins.check(new ZeroFill(), KernelTwins.strided(tensors, dtype, tensors.dims(4, 6)));
    }
  }

  @Test
  void whatIsThereIsNotMoved() {
    RandomTensors tensors = new RandomTensors(3);
    twins.check(new Move(Cuda.ID), tensors.packed(DType.F32, 5, 6));
    twins.check(new Move(Cuda.ID), tensors.packed(DType.I4, 5, 5));
  }

  @Test
  void aStartThatDoesNotFitIsRefusedAndNothingWritten() {
    WriteSlice op = new WriteSlice(1, DynScalar.of(1), false);
    Tensor target = Tensor.of(new float[] {1, 2, 3, 4}, 1, 4);
    Tensor update = Tensor.of(new float[] {5, 6}, 1, 2);
    for (long start : new long[] {2, -2, Long.MAX_VALUE - 1}) {
      assertThatThrownBy(() -> Twins.onDevice(op, target, update, Tensor.of(new long[] {start})))
          .isInstanceOf(InvalidValue.class)
          .hasMessage(
              "Node 'node' (WriteSlice): start "
                  + (start + 1)
                  + " of an update of length 2 is outside of [0, 2]");
    }
    Tensor none = Tensor.of(new float[0], 1, 0);
    assertThatThrownBy(() -> Twins.onDevice(op, target, none, Tensor.of(new long[] {4})))
        .hasMessageContaining("start 5 of an update of length 0");
  }
}
