package io.pelton.cuda.kernel.shape;

import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.testing.Cuda;
import io.pelton.cuda.testing.KernelTwins;
import io.pelton.cuda.testing.Twins;
import io.pelton.engine.graph.ShapeOp.Copy;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

@ExtendWith(OnEmulatedDriver.class)
class CopyTest {
  private static KernelTwins twins;

  @BeforeAll
  static void open() {
    twins = new KernelTwins(Cuda.device());
  }

  @ParameterizedTest
  @EnumSource(value = DType.class, mode = Mode.EXCLUDE, names = "STRING")
  void viewsOfAnyStridesArePacked(DType dtype) {
    for (long seed = 0; seed < 30; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      twins.check(new Copy(), KernelTwins.strided(tensors, dtype, tensors.dims(5, 7)));
    }
  }

  /** With lengths around those of a tile, and other axes before, between and behind. */
  @ParameterizedTest
  @EnumSource(names = {"U8", "F16", "F32", "I64", "C128", "U4"})
  void transposesArePacked(DType dtype) {
    RandomTensors tensors = new RandomTensors(3);
    for (int length : new int[] {8, 31, 32, 33, 70}) {
      Tensor matrix = tensors.packed(dtype, length, 41);
      twins.check(new Copy(), permuted(matrix, 1, 0));
      Tensor cube = tensors.packed(dtype, 3, length, 9);
      twins.check(new Copy(), permuted(cube, 2, 1, 0));
      twins.check(new Copy(), permuted(cube, 0, 2, 1));
      twins.check(new Copy(), permuted(cube, 1, 0, 2));
      twins.check(new Copy(), permuted(cube, 2, 0, 1));
      Tensor reversed = new Tensor(cube.storage(), cube.layout().slice(2, 8, 9, -1));
      twins.check(new Copy(), permuted(reversed, 0, 2, 1));
    }
  }

  /** Bytes from 16 on, and from where they are no multiple of it. */
  @ParameterizedTest
  @EnumSource(names = {"BOOL", "BF16", "F32", "F64", "C64"})
  void runsAreCopiedFromAnyAddress(DType dtype) {
    RandomTensors tensors = new RandomTensors(4);
    for (int start = 0; start < 4; start++) {
      for (int length : new int[] {0, 1, 15, 16, 17, 1023, 4101}) {
        Tensor whole = tensors.packed(dtype, length + start);
        twins.check(
            new Copy(), new Tensor(whole.storage(), whole.layout().slice(0, start, length, 1)));
        Tensor rows = tensors.packed(dtype, 5, 2, 16 + start);
        Layout part = rows.layout().slice(2, start, 16, 1);
        twins.check(new Copy(), new Tensor(rows.storage(), part));
        twins.check(new Copy(), new Tensor(rows.storage(), part.permute(1, 0, 2)));
      }
    }
  }

  /** Rows are an axis of their own, one of a tile's, and part of a run. */
  @ParameterizedTest
  @EnumSource(names = {"U8", "F32", "F64", "I4"})
  void onlyActiveRowsAreWritten(DType dtype) {
    RandomTensors tensors = new RandomTensors(5);
    Tensor rows = tensors.packed(dtype, 40, 3, 10);
    for (int active : new int[] {0, 1, 17, 40}) {
      twins.check(new Copy(), 40, active, rows);
      twins.check(new Copy(), 40, active, permuted(rows, 0, 2, 1));
      twins.check(new Copy(), 40, active, permuted(tensors.packed(dtype, 11, 3, 40), 2, 1, 0));
      twins.check(new Copy(), 40, active, permuted(tensors.packed(dtype, 3, 40, 8), 1, 0, 2));
      twins.check(new Copy(), 40, active, permuted(tensors.packed(dtype, 12, 40), 1, 0));
    }
  }

  @Test
  void broadcastViewsRepeat() {
    RandomTensors tensors = new RandomTensors(6);
    Tensor row = tensors.packed(DType.F32, 1, 12);
    Tensor column = tensors.packed(DType.F32, 35, 1);
    twins.check(new Copy(), new Tensor(row.storage(), row.layout().broadcastTo(3, 35, 12)));
    twins.check(new Copy(), new Tensor(column.storage(), column.layout().broadcastTo(35, 12)));
    HeapStorage one = HeapStorage.allocate(DType.F32, 1);
    twins.check(new Copy(), new Tensor(one, Layout.of(new long[] {4, 4}, new long[2], 0)));
  }

  @Test
  void lengthsOfNothingAreNothing() {
    RandomTensors tensors = new RandomTensors(7);
    twins.check(new Copy(), permuted(tensors.packed(DType.F32, 3, 0, 4), 2, 1, 0));
    Twins.check(new Copy(), tensors.packed(DType.I32));
  }

  private static Tensor permuted(Tensor tensor, int... order) {
    return new Tensor(tensor.storage(), tensor.layout().permute(order));
  }
}
