package io.pelton.cpu.kernel.shape;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cpu.testing.RowNode;
import io.pelton.engine.graph.ShapeOp.Concat;
import io.pelton.engine.graph.ShapeOp.Copy;
import io.pelton.engine.graph.ViewOp.Transpose;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Axes in any order, with lengths around those of tiles. */
class TransposedCopyTest {
  private static final int ROUNDS = 25;

  private final RandomTensors tensors = new RandomTensors(8);
  private final Random random = tensors.random();

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "I64", "U32", "I16", "U8", "BOOL"})
  void copiesAnyOrderOfAxes(DType dtype) {
    for (int round = 0; round < ROUNDS; round++) {
      Tensor x = turned(tensors.packed(dtype, dims()));
      Tensor copy = Cpu.evaluate(new Copy(), x);
      assertThat(copy.layout().isContiguous()).isTrue();
      assertThat(Cpu.elements(copy)).as("%s", x.layout()).isEqualTo(Cpu.elements(x));
    }
  }

  @Test
  void joinsSlabs() {
    Tensor x = Cpu.evaluate(new Transpose(List.of(0, 2, 1)), tensors.packed(DType.F32, 3, 17, 33));
    Tensor y = Cpu.evaluate(new Transpose(List.of(0, 2, 1)), tensors.packed(DType.F32, 3, 17, 16));
    Object[] joined = Cpu.elements(Cpu.evaluate(new Concat(1), x, y));
    for (int i = 0; i < 3; i++) {
      int at = i * 49 * 17;
      assertThat(Arrays.copyOfRange(joined, at, at + 33 * 17)).isEqualTo(slab(x, i));
      assertThat(Arrays.copyOfRange(joined, at + 33 * 17, at + 49 * 17)).isEqualTo(slab(y, i));
    }
  }

  private static Object[] slab(Tensor x, int index) {
    int size = (int) x.layout().elements() / 3;
    return Arrays.copyOfRange(Cpu.elements(x), index * size, (index + 1) * size);
  }

  @Test
  void copiesSomeRows() {
    for (long[] dims : new long[][] {{40, 18, 21}, {40, 5, 7}, {40, 130}}) {
      Tensor packed = tensors.packed(DType.F32, dims);
      int last = dims.length - 1;
      int[] order = IntStream.rangeClosed(0, last).toArray();
      order[last] = last == 1 ? 0 : 1;
      order[last - 1] = last;
      Tensor x = new Tensor(packed.storage(), packed.layout().permute(order));
      int rows = (int) x.dims()[0];
      RowNode node = new RowNode(new Copy(), rows, Set.of(0), List.of(x));
      int perRow = (int) x.layout().elements() / rows;
      for (int count : new int[] {rows, 1, 17, 0, rows - 1}) {
        node.run(0, count);
        assertThat(node.rows(count)).isEqualTo(Arrays.copyOf(Cpu.elements(x), count * perRow));
      }
    }
  }

  private long[] dims() {
    long[] dims = new long[1 + random.nextInt(4)];
    for (int axis = 0; axis < dims.length; axis++) {
      dims[axis] = 1L + random.nextInt(dims.length > 3 ? 9 : dims.length > 2 ? 24 : 300);
    }
    return dims;
  }

  /** The axes in another order, some of them cut. */
  private Tensor turned(Tensor x) {
    Layout layout = x.layout().permute(tensors.order(x.layout().rank()));
    for (int axis = 0; axis < layout.rank(); axis++) {
      if (random.nextInt(4) == 0) {
        long start = random.nextInt((int) layout.dim(axis));
        layout = layout.slice(axis, start, layout.dim(axis) - start, 1);
      }
    }
    return new Tensor(x.storage(), layout);
  }
}
