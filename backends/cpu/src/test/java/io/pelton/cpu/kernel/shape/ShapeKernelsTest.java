package io.pelton.cpu.kernel.shape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.graph.ShapeOp.Concat;
import io.pelton.engine.graph.ShapeOp.Copy;
import io.pelton.engine.graph.ShapeOp.Gather;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ShapeKernelsTest {
  private static final int SEEDS = 8;

  @ParameterizedTest
  @EnumSource(DType.class)
  void copyPacks(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      long[] dims = tensors.dims(4, 5);
      Tensor x = Cpu.broadcast(tensors.next(dtype, tensors.broadcastable(dims)), dims);
      Tensor copy = Cpu.evaluate(new Copy(), x);
      assertThat(copy.layout().isContiguous()).isTrue();
      assertThat(Cpu.elements(copy)).as("seed %d", seed).isEqualTo(Cpu.elements(x));
    }
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void concatJoins(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      int axis = tensors.random().nextInt(3);
      long[] dims = {3, 2, 4};
      List<Tensor> operands = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        dims[axis] = tensors.random().nextInt(4);
        operands.add(tensors.next(dtype, dims));
      }
      Tensor joined = Cpu.evaluate(new Concat(axis - 3), operands.toArray(new Tensor[0]));
      Object[] found = Cpu.elements(joined);
      for (int i = 0; i < found.length; i++) {
        int[] index = index(joined.dims(), i);
        int operand = 0;
        while (index[axis] >= operands.get(operand).dims()[axis]) {
          index[axis] -= (int) operands.get(operand++).dims()[axis];
        }
        Tensor source = operands.get(operand);
        assertThat(found[i])
            .as("element %d along %d, seed %d", i, axis, seed)
            .isEqualTo(Cpu.elements(source)[flat(source.dims(), index)]);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void gatherPicks(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      long[] dims = {3, 2, 4};
      int axis = tensors.random().nextInt(3);
      Tensor data = tensors.next(dtype, dims);
      Object[] elements = Cpu.elements(data);
      long[] shape = tensors.dims(2, 4);
      int[] picks =
          tensors.random().ints(Cpu.count(shape), (int) -dims[axis], (int) dims[axis]).toArray();
      Tensor indices =
          tensors.random().nextBoolean()
              ? Tensor.of(picks, shape)
              : Tensor.of(Arrays.stream(picks).asLongStream().toArray(), shape);
      Tensor gathered = Cpu.evaluate(new Gather(axis), data, indices);
      Object[] found = Cpu.elements(gathered);
      for (int i = 0; i < found.length; i++) {
        int[] index = index(gathered.dims(), i);
        int pick = picks[flat(shape, Arrays.copyOfRange(index, axis, axis + shape.length))];
        int[] source = new int[3];
        System.arraycopy(index, 0, source, 0, axis);
        source[axis] = Math.floorMod(pick, (int) dims[axis]);
        System.arraycopy(index, axis + shape.length, source, axis + 1, 2 - axis);
        assertThat(found[i]).as("seed %d", seed).isEqualTo(elements[flat(dims, source)]);
      }
    }
  }

  private static int[] index(long[] dims, int element) {
    int[] index = new int[dims.length];
    int rest = element;
    for (int axis = dims.length - 1; axis >= 0; axis--) {
      index[axis] = rest % (int) dims[axis];
      rest /= (int) dims[axis];
    }
    return index;
  }

  private static int flat(long[] dims, int[] index) {
    int element = 0;
    for (int axis = 0; axis < dims.length; axis++) {
      element = element * (int) dims[axis] + index[axis];
    }
    return element;
  }

  /** Field case B15. */
  @Test
  void indicesCountFromTheEndToo() {
    Tensor data = Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 3, 2);
    Tensor picked = Cpu.evaluate(new Gather(0), data, Tensor.of(new long[] {0, -1}, 2));
    assertThat(picked.toFloats()).containsExactly(1, 2, 5, 6);
  }

  /** Field case B15. */
  @Test
  void indicesOutOfRangeAreRefused() {
    Tensor data = Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 3, 2);
    for (long index : new long[] {3, -4, Long.MAX_VALUE, Long.MIN_VALUE}) {
      Tensor indices = Tensor.of(new long[] {0, index}, 2);
      assertThatThrownBy(() -> Cpu.evaluate(new Gather(0), data, indices))
          .isInstanceOf(InvalidValue.class)
          .hasMessageContaining("index " + index + " is outside of [-3, 2]");
    }
  }

  @Test
  void emptyTensorsGiveEmptyOnes() {
    Tensor empty = Tensor.of(new String[0], 0, 2);
    assertThat(Cpu.evaluate(new Copy(), empty).dims()).containsExactly(0, 2);
    assertThat(Cpu.evaluate(new Concat(0), empty, empty).dims()).containsExactly(0, 2);
    Tensor none = Tensor.of(new long[0], 0);
    Tensor data = Tensor.of(new float[] {1, 2}, 2);
    assertThat(Cpu.evaluate(new Gather(0), data, none).dims()).containsExactly(0);
    Tensor flat = Tensor.of(new float[0], 2, 0);
    assertThat(Cpu.evaluate(new Gather(0), flat, Tensor.of(new long[] {1, 0}, 2)).dims())
        .containsExactly(2, 0);
  }
}
