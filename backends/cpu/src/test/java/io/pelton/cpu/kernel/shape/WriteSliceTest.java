package io.pelton.cpu.kernel.shape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.InPlaceNode;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.graph.MutationOp.WriteSlice;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class WriteSliceTest {
  private static final int SEEDS = 12;

  private static WriteSlice at(int axis, long start, boolean rotating) {
    return new WriteSlice(axis, DynScalar.of(start), rotating);
  }

  @ParameterizedTest
  @EnumSource(value = DType.class, mode = Mode.EXCLUDE, names = "STRING")
  void replacesARunOfIndicesAndLeavesItsOperandsAlone(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Random random = tensors.random();
      int axis = random.nextInt(3);
      long[] dims = {2 + random.nextInt(3), 2 + random.nextInt(3), 1 + random.nextInt(5)};
      long[] updateDims = dims.clone();
      updateDims[axis] = random.nextInt((int) dims[axis] + 1);
      boolean rotating = random.nextBoolean();
      long start =
          rotating
              ? random.nextInt(41) - 20
              : random.nextInt((int) (dims[axis] - updateDims[axis]) + 1);
      Tensor target = tensors.next(dtype, dims);
      Tensor update = tensors.next(dtype, updateDims);
      Object[] before = Cpu.elements(target);
      Object[] expected =
          expected(before, Cpu.elements(update), dims, axis, (int) updateDims[axis], start);
      Tensor written =
          random.nextBoolean()
              ? Cpu.evaluate(at(axis - 3, start, rotating), target, update)
              : Cpu.evaluate(
                  at(axis, 2, rotating), target, update, Tensor.of(new long[] {start - 2}));
      assertThat(Cpu.elements(written)).as("seed %d", seed).isEqualTo(expected);
      assertThat(Cpu.elements(target)).as("seed %d", seed).isEqualTo(before);
    }
  }

  private static Object[] expected(
      Object[] target, Object[] update, long[] dims, int axis, int count, long start) {
    Object[] expected = target.clone();
    int inner = Cpu.count(Arrays.copyOfRange(dims, axis + 1, dims.length));
    int length = (int) dims[axis];
    for (int i = 0; i < update.length; i++) {
      int along = i / inner % count;
      int index = Math.floorMod(start + along, length);
      expected[i / inner / count * length * inner + index * inner + i % inner] = update[i];
    }
    return expected;
  }

  @ParameterizedTest
  @EnumSource(value = DType.class, mode = Mode.EXCLUDE, names = "STRING")
  void writesInPlaceThroughAnyStridesAndTouchesNothingElse(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Tensor memory = tensors.packed(dtype, 4, 3, 5);
      Object[] before = Cpu.elements(memory);
      Layout view = memory.layout().slice(0, 3, 3, -1).slice(2, 1, 2, 2).permute(tensors.order(3));
      long[] updateDims = view.dims();
      int axis = tensors.random().nextInt(3);
      updateDims[axis] = 1;
      long start = tensors.random().nextInt((int) view.dim(axis));
      Tensor update = tensors.packed(dtype, updateDims);
      new InPlaceNode(at(axis, start, false), new Tensor(memory.storage(), view), update).run();

      Object[] expected = before.clone();
      Layout region = view.slice(axis, start, 1, 1);
      Object[] elements = Cpu.elements(update);
      for (int i = 0; i < elements.length; i++) {
        expected[(int) region.position(i)] = elements[i];
      }
      assertThat(Cpu.elements(memory)).as("seed %d", seed).isEqualTo(expected);
    }
  }

  @Test
  void fewerRowsAreWrittenWhenFewerAreActive() {
    Tensor target = Tensor.of(new float[12], 3, 4);
    Tensor update = Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 3, 2);
    new InPlaceNode(3, at(1, 3, true), target, update).run(2);
    assertThat(target.toFloats()).containsExactly(2, 0, 0, 1, 4, 0, 0, 3, 0, 0, 0, 0);
  }

  @Test
  void aRingWrapsAround() {
    Tensor ring = Tensor.of(new long[] {10, 11, 12, 13, 14}, 5);
    Tensor update = Tensor.of(new long[] {1, 2, 3}, 3);
    assertThat(Cpu.evaluate(at(0, 4, true), ring, update).toLongs())
        .containsExactly(2, 3, 12, 13, 1);
    assertThat(Cpu.evaluate(at(0, -1, true), ring, update).toLongs())
        .containsExactly(2, 3, 12, 13, 1);
  }

  @Test
  void aStartOutOfRangeIsRefusedWhenTheNodeIsMadeOrRun() {
    Tensor target = Tensor.of(new float[4], 4);
    Tensor update = Tensor.of(new float[2], 2);
    assertThatThrownBy(() -> Cpu.evaluate(at(0, 3, false), target, update))
        .isInstanceOfSatisfying(InvalidOp.class, e -> assertThat(e.op()).isEqualTo("WriteSlice"))
        .hasMessageContaining("update of length 2 at 3 exceeds the axis of length 4")
        .hasMessageContaining("rotating");
    assertThatThrownBy(() -> Cpu.evaluate(at(0, -1, false), target, update))
        .isInstanceOf(InvalidOp.class);
    for (long start : new long[] {-1, 3, Long.MAX_VALUE}) {
      Tensor dynamic = Tensor.of(new long[] {start});
      assertThatThrownBy(() -> Cpu.evaluate(at(0, 0, false), target, update, dynamic))
          .isInstanceOfSatisfying(
              InvalidValue.class,
              e -> {
                assertThat(e.node()).isEqualTo("node");
                assertThat(e.op()).isEqualTo("WriteSlice");
                assertThat(e.row()).isEqualTo(-1);
              })
          .hasMessageContaining(
              "start " + start + " of an update of length 2 is outside of [0, 2]");
    }
  }

  @Test
  void aSymbolicStartHasToBeBound() {
    Extent symbol = Extent.symbolic(new SymbolId("filled"));
    WriteSlice op = new WriteSlice(0, DynScalar.of(symbol), false);
    Tensor target = Tensor.of(new float[4], 4);
    Tensor update = Tensor.of(new float[] {7}, 1);
    assertThatThrownBy(() -> Cpu.evaluate(op, target, update))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("symbols [filled] should stand for numbers by now");
    assertThatThrownBy(() -> new InPlaceNode(op, target, update))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("no length is bound to [filled]");
    assertThat(op.bind(id -> OptionalLong.of(2)))
        .isEqualTo(new WriteSlice(0, DynScalar.of(2), false));
  }
}
