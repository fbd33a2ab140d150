package io.pelton.cuda.kernel.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.testing.Cuda;
import io.pelton.cuda.testing.KernelTwins;
import io.pelton.cuda.testing.Twins;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.graph.IndexOp.Combination;
import io.pelton.engine.graph.IndexOp.ScatterElements;
import io.pelton.engine.graph.IndexOp.ScatterSlices;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many updates meet, so that their order shows in the bits. */
@ExtendWith(OnEmulatedDriver.class)
class ScatterTest {
  private static KernelTwins twins;

  @BeforeAll
  static void open() {
    twins = new KernelTwins(Cuda.device());
  }

  @ParameterizedTest
  @EnumSource(names = {"F8E4M3FN", "C64", "C128"})
  void theLastUpdateStays(DType dtype) {
    for (long seed = 0; seed < 10; seed++) {
      checkElements(seed, dtype, Combination.REPLACE);
      checkSlices(seed, dtype, Combination.REPLACE);
    }
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "F64", "F32", "F16", "BF16", "I64", "I32", "I16", "I8", "U64", "U32", "U16", "U8", "BOOL"
      })
  void updatesAreCombinedInTheirOrder(DType dtype) {
    for (long seed = 0; seed < 6; seed++) {
      for (Combination combination : Combination.values()) {
        checkElements(seed, dtype, combination);
        checkSlices(seed, dtype, combination);
      }
    }
  }

  private static void checkElements(long seed, DType dtype, Combination combination) {
    RandomTensors tensors = new RandomTensors(seed);
    int axis = tensors.random().nextInt(3);
    long[] dims = {3, 2, 4};
    long[] own = seed % 2 == 0 ? dims.clone() : new long[] {2, 2, 3};
    own[axis] = tensors.random().nextInt(9);
    Tensor indices = IndexTest.indices(tensors, dims[axis], own);
    Tensor data = tensors.packed(dtype, dims);
    ScatterElements op = new ScatterElements(axis - 3, combination);
    twins.check(op, data, indices, tensors.packed(dtype, own));
    if (axis > 0) {
      own[0] = dims[0];
      Tensor rows = IndexTest.indices(tensors, dims[axis], own);
      twins.check(op, 3, 2, data, rows, tensors.packed(dtype, own));
    }
  }

  private static void checkSlices(long seed, DType dtype, Combination combination) {
    RandomTensors tensors = new RandomTensors(seed);
    Tensor data = tensors.packed(dtype, 3, 4, 2);
    ScatterSlices op = new ScatterSlices(combination);
    twins.check(op, data, IndexTest.indices(tensors, 3, 9, 1), tensors.packed(dtype, 9, 4, 2));
    twins.check(op, data, IndexTest.indices(tensors, 3, 3, 5, 2), tensors.packed(dtype, 3, 5, 2));
    twins.check(op, data, IndexTest.indices(tensors, 2, 0, 3), tensors.packed(dtype, 0));
    twins.check(op, data, IndexTest.indices(tensors, 2, 2, 0), tensors.packed(dtype, 2, 3, 4, 2));
  }

  /** So many that workers share them, over more than one tile. */
  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "I64", "I32", "I16", "U8", "C128"})
  void manyUpdatesAreSharedByWorkers(DType dtype) {
    RandomTensors tensors = new RandomTensors(3);
    boolean isComputed = dtype != DType.C128;
    Combination combination = isComputed ? Combination.ADD : Combination.REPLACE;
    ScatterSlices slices = new ScatterSlices(combination);
    int updates = dtype == DType.F16 ? 600 : 1300;
    Tensor many = IndexTest.indices(tensors, 3500, updates, 1);
    Tensor few = IndexTest.indices(tensors, 3, updates, 1);
    twins.check(slices, tensors.packed(dtype, 3500), many, tensors.packed(dtype, updates));
    twins.check(slices, tensors.packed(dtype, 3, 5), few, tensors.packed(dtype, updates, 5));
    ScatterElements elements = new ScatterElements(0, combination);
    Tensor line = IndexTest.indices(tensors, 3500, updates);
    twins.check(elements, tensors.packed(dtype, 3500), line, tensors.packed(dtype, updates));
    Tensor lines = IndexTest.indices(tensors, 600, 500, 16);
    Tensor data = tensors.packed(dtype, 600, 16);
    twins.check(elements, data, lines, tensors.packed(dtype, 500, 16));
  }

  @Test
  void integersOfAllWidthsAreSharedWithRowsLeftAlone() {
    RandomTensors tensors = new RandomTensors(4);
    Tensor indices = IndexTest.indices(tensors, 300, 20, 400, 2);
    Tensor data = tensors.packed(DType.F32, 20, 300, 2);
    Tensor updates = tensors.packed(DType.F32, 20, 400, 2);
    ScatterElements op = new ScatterElements(1, Combination.MULTIPLY);
    twins.check(op, 20, 13, data, indices, updates);
    twins.check(op, 20, 0, data, indices, updates);
  }

  @Test
  void extremesKeepNaNAndTheSignOfZero() {
    float[] specials = {1, Float.NaN, -0f, 0f, -0f, 0f, Float.NEGATIVE_INFINITY};
    float[] others = {Float.NaN, 1, 0f, -0f, -0f, 0f, Float.POSITIVE_INFINITY};
    Tensor at = Tensor.of(new long[] {0, 1, 2, 3, 4, 5, 6}, 7);
    for (Combination combination : Combination.values()) {
      ScatterElements op = new ScatterElements(0, combination);
      Twins.check(op, Tensor.of(specials, 7), at, Tensor.of(others, 7));
    }
  }

  @Test
  void theFirstIndexThatIsOutsideIsRefused() {
    ScatterElements elements = new ScatterElements(1, Combination.ADD);
    Tensor data = Tensor.of(new float[12], 3, 4);
    Tensor updates = Tensor.of(new float[6], 3, 2);
    Tensor places = Tensor.of(new long[] {0, 1, 2, 4, -5, 0}, 3, 2);
    assertThatThrownBy(() -> Twins.onDevice(elements, data, places, updates))
        .isInstanceOf(InvalidValue.class)
        .hasMessage("Node 'node' (ScatterElements.ADD): index 4 is outside of [-4, 3]");
    assertThatThrownBy(() -> twins.onDevice(elements, 3, 3, data, places, updates))
        .isInstanceOfSatisfying(InvalidValue.class, e -> assertThat(e.row()).isEqualTo(1));
    ScatterSlices slices = new ScatterSlices(Combination.REPLACE);
    Tensor pairs = Tensor.of(new int[] {2, 3, 0, -5, 3, 0}, 3, 2);
    assertThatThrownBy(() -> Twins.onDevice(slices, data, pairs, Tensor.of(new float[3], 3)))
        .hasMessage("Node 'node' (ScatterSlices): index -5 is outside of [-4, 3]");
  }

  @Test
  void indicesOfNothingAreLookedAt() {
    Tensor data = Tensor.of(new float[0], 2, 0);
    Tensor updates = Tensor.of(new float[0], 1, 0);
    ScatterSlices slices = new ScatterSlices(Combination.REPLACE);
    assertThat(Twins.onDevice(slices, data, Tensor.of(new long[] {1}, 1, 1), updates)).hasSize(1);
    assertThatThrownBy(() -> Twins.onDevice(slices, data, Tensor.of(new long[] {2}, 1, 1), updates))
        .hasMessageContaining("index 2 is outside of [-2, 1]");
    ScatterElements elements = new ScatterElements(1, Combination.ADD);
    Tensor places = Tensor.of(new long[] {0, 0}, 2, 1);
    assertThatThrownBy(() -> Twins.onDevice(elements, data, places, Tensor.of(new float[2], 2, 1)))
        .hasMessageContaining("index 0 is outside of [0, -1]");
  }
}
