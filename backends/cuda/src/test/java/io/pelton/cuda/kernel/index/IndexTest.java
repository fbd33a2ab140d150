package io.pelton.cuda.kernel.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.testing.Cuda;
import io.pelton.cuda.testing.KernelTwins;
import io.pelton.cuda.testing.Twins;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.graph.IndexOp.BindLength;
import io.pelton.engine.graph.IndexOp.GatherElements;
import io.pelton.engine.graph.IndexOp.GatherSlices;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(OnEmulatedDriver.class)
class IndexTest {
  private static KernelTwins twins;

  @BeforeAll
  static void open() {
    twins = new KernelTwins(Cuda.device());
  }

  static Tensor indices(RandomTensors tensors, long length, long... dims) {
    int bound = (int) length;
    return tensors.random().nextBoolean()
        ? Tensor.of(tensors.random().ints(Cpu.count(dims), -bound, bound).toArray(), dims)
        : Tensor.of(tensors.random().longs(Cpu.count(dims), -bound, bound).toArray(), dims);
  }

  @ParameterizedTest
  @EnumSource(
      names = {"F64", "F32", "BF16", "F8E4M3FN", "I64", "I32", "I16", "U8", "BOOL", "C64", "C128"})
  void elementsAreGathered(DType dtype) {
    for (long seed = 0; seed < 15; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      int axis = tensors.random().nextInt(3);
      long[] dims = {3, 2 + seed % 2, 4};
      long[] own = seed % 3 == 0 ? dims.clone() : new long[] {2, 2, 3};
      own[axis] = tensors.random().nextInt(9);
      Tensor indices = indices(tensors, dims[axis], own);
      twins.check(new GatherElements(axis - 3), tensors.packed(dtype, dims), indices);
    }
    RandomTensors tensors = new RandomTensors(20);
    Tensor indices = indices(tensors, 40, 30, 40, 5);
    twins.check(new GatherElements(1), tensors.packed(dtype, 30, 40, 5), indices);
    twins.check(new GatherElements(1), 30, 7, tensors.packed(dtype, 30, 40, 5), indices);
  }

  @ParameterizedTest
  @EnumSource(
      names = {"F64", "F32", "F16", "F8E4M3FN", "I64", "I32", "U16", "I8", "BOOL", "C64", "C128"})
  void slicesAreGathered(DType dtype) {
    for (long seed = 0; seed < 15; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Tensor data = tensors.packed(dtype, 3, 4, seed % 2 == 0 ? 8 : 3);
      twins.check(new GatherSlices(0), data, indices(tensors, 3, 2, 5, 1));
      twins.check(new GatherSlices(0), data, indices(tensors, 3, 5, 2));
      twins.check(new GatherSlices(0), data, indices(tensors, 3, 4, 3));
      twins.check(new GatherSlices(0), data, indices(tensors, 3, 4, 0));
      twins.check(new GatherSlices(0), data, indices(tensors, 3, 0, 2));
      twins.check(new GatherSlices(1), data, indices(tensors, 4, 3, 5, 1));
      twins.check(new GatherSlices(1), 3, 2, data, indices(tensors, 3, 3, 5, 2));
      twins.check(new GatherSlices(2), data, indices(tensors, 3, 3, 4, 1));
    }
    RandomTensors tensors = new RandomTensors(20);
    Tensor table = tensors.packed(dtype, 20, 30, 12);
    twins.check(new GatherSlices(0), table, indices(tensors, 20, 300, 2));
  }

  @Test
  void theFirstIndexThatIsOutsideIsRefused() {
    Tensor data = Tensor.of(new float[6], 2, 3);
    assertThatThrownBy(
            () -> Twins.onDevice(new GatherElements(0), data, Tensor.of(new long[] {0, 2}, 1, 2)))
        .isInstanceOf(InvalidValue.class)
        .hasMessage("Node 'node' (GatherElements): index 2 is outside of [-2, 1]");
    Tensor pairs = Tensor.of(new int[] {1, 2, -2, -4, -3, 0}, 3, 2);
    assertThatThrownBy(() -> Twins.onDevice(new GatherSlices(0), data, pairs))
        .isInstanceOf(InvalidValue.class)
        .hasMessage("Node 'node' (GatherSlices): index -4 is outside of [-3, 2]");
    assertThatThrownBy(() -> twins.onDevice(new GatherSlices(0), 3, 3, data, pairs))
        .isInstanceOfSatisfying(InvalidValue.class, e -> assertThat(e.row()).isEqualTo(1));
    Tensor places = Tensor.of(new int[] {0, 1, 2, 0, -3, 3}, 2, 3);
    assertThatThrownBy(() -> twins.onDevice(new GatherElements(1), 2, 2, data, places))
        .isInstanceOfSatisfying(InvalidValue.class, e -> assertThat(e.row()).isEqualTo(1))
        .hasMessageContaining("index 3 is outside of [-3, 2]");
    Tensor nothing = Tensor.of(new float[0], 2, 0);
    assertThatThrownBy(
            () -> Twins.onDevice(new GatherSlices(0), nothing, Tensor.of(new long[] {2}, 1, 1)))
        .hasMessageContaining("index 2 is outside of [-2, 1]");
  }

  @Test
  void numbersAreLengthsWhereTheyCanBe() {
    BindLength op = new BindLength(new SymbolId("n"), 9);
    twins.check(op, Tensor.of(new long[] {0}));
    twins.check(op, Tensor.of(new long[] {9}, 1));
    for (long bad : new long[] {-1, 10, Long.MIN_VALUE, Long.MAX_VALUE}) {
      assertThatThrownBy(() -> twins.onDevice(op, 1, 1, Tensor.of(new long[] {bad})))
          .isInstanceOf(InvalidValue.class)
          .hasMessageContaining("length " + bad + " is outside of [0, 9]");
    }
  }
}
