package io.pelton.cpu.kernel.reduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.Numbers;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cpu.testing.RowChecks;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.ReduceOp.TopK;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.Comparator;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TopKTest {
  private static final int SEEDS = 40;

  @ParameterizedTest
  @EnumSource(
      names = {"F64", "F32", "F16", "BF16", "I64", "I32", "I16", "I8", "U64", "U32", "U16", "U8"})
  void agreesWithItsTwin(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      long[] dims = {
        tensors.random().nextInt(4), tensors.random().nextInt(30), 1 + tensors.random().nextInt(3)
      };
      int axis = tensors.random().nextInt(3);
      int k = tensors.random().nextInt((int) dims[axis] + 1);
      TopK op = new TopK(axis - 3, tensors.random().nextBoolean(), tensors.random().nextInt(4) > 0);
      check("seed " + seed, op, axis, k, tensors.next(dtype, dims));
    }
  }

  /** By sorting each run as a whole; streams sort stably. */
  private static void check(String seed, TopK op, int axis, int k, Tensor x) {
    Tensor[] found = topK(op, x, k);
    long[] dims = x.dims();
    dims[axis] = k;
    Object[] elements = Cpu.elements(x);
    Object[] values = Cpu.elements(found[0]);
    long[] indices = found[1].toLongs();
    assertThat(found[0].dims()).as(seed).containsExactly(dims);
    assertThat(found[1].dims()).as(seed).containsExactly(dims);
    assertThat(found[0].dtype()).isEqualTo(x.dtype());
    int length = (int) x.dims()[axis];
    int inner = 1;
    for (int i = axis + 1; i < dims.length; i++) {
      inner *= (int) dims[i];
    }
    for (int run = 0; k > 0 && run < indices.length / k; run++) {
      int start = run / inner * length * inner + run % inner;
      int step = inner;
      Comparator<Integer> ascending =
          (i, j) -> compare(x.dtype(), elements[start + i * step], elements[start + j * step]);
      IntStream expected =
          IntStream.range(0, length)
              .boxed()
              .sorted(op.largest() ? ascending.reversed() : ascending)
              .limit(k)
              .mapToInt(i -> i);
      int[] order = (op.sorted() ? expected : expected.sorted()).toArray();
      for (int i = 0; i < k; i++) {
        int at = run / inner * k * inner + i * inner + run % inner;
        assertThat(indices[at]).as("%s, %s, run %d", seed, op, run).isEqualTo(order[i]);
        assertThat(values[at]).isEqualTo(elements[start + order[i] * step]);
      }
    }
  }

  private static int compare(DType dtype, Object x, Object y) {
    return x instanceof Double left
        ? Double.compare(left + 0.0, (Double) y + 0.0)
        : Numbers.exact(dtype, (Long) x).compareTo(Numbers.exact(dtype, (Long) y));
  }

  private static Tensor[] topK(TopK op, Tensor x, long... k) {
    Value[] operands = {x, Tensor.of(k, k.length)};
    Value[] found = new Evaluator(Cpu.BACKEND, new Prepared()).evaluate("node", op, operands);
    return new Tensor[] {(Tensor) found[0], (Tensor) found[1]};
  }

  @Test
  void nanIsLargestAndOfEqualElementsTheFirstComesFirst() {
    float nan = Float.NaN;
    Tensor x = Tensor.of(new float[] {1, nan, -0.0f, 0, nan, Float.POSITIVE_INFINITY, 1}, 7);
    assertThat(topK(new TopK(0, true, true), x, 7)[1].toLongs())
        .containsExactly(1, 4, 5, 0, 6, 2, 3);
    assertThat(topK(new TopK(0, false, true), x, 7)[1].toLongs())
        .containsExactly(2, 3, 0, 6, 5, 1, 4);
    assertThat(topK(new TopK(0, true, false), x, 4)[1].toLongs()).containsExactly(0, 1, 4, 5);
    assertThat(topK(new TopK(0, false, true), x, 2)[0].toFloats()).containsExactly(-0.0f, 0);
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "I32", "U64"})
  void rowsDoNotDependOnTheirBatch(DType dtype) {
    RandomTensors tensors = new RandomTensors(5);
    Tensor x = tensors.next(dtype, 16, 9, 2);
    Tensor k = Tensor.of(new long[] {3}, 1);
    for (TopK op : new TopK[] {new TopK(1, true, true), new TopK(1, false, false)}) {
      RowChecks.assertSameBits(op, Set.of(0), x, k);
      RowChecks.assertNoAllocation(op, Set.of(0), x, k);
    }
  }

  @Test
  void moreThanThereAreIsRefused() {
    Tensor x = Tensor.of(new float[6], 2, 3);
    TopK op = new TopK(1, true, true);
    assertThatThrownBy(() -> topK(op, x, 4))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("k is 4 but should be within 0 and the axis's length, 3");
    assertThatThrownBy(() -> topK(op, x, -1))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("k is -1");
    assertThatThrownBy(() -> topK(op, x, 1, 1))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("one number but is [1, 1]");
    assertThatThrownBy(() -> topK(new TopK(2, true, true), x, 1))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("axis 2 is outside");
  }
}
