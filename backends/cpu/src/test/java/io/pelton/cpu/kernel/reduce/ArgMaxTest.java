package io.pelton.cpu.kernel.reduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.Numbers;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.graph.ReduceOp.ArgMax;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ArgMaxTest {
  private static final int SEEDS = 16;

  @ParameterizedTest
  @EnumSource(
      names = {"F64", "F32", "F16", "BF16", "I64", "I32", "I16", "I8", "U64", "U32", "U16", "U8"})
  void agreesWithItsTwin(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      long[] dims = {1 + tensors.random().nextInt(3), 1 + tensors.random().nextInt(9), 3};
      int axis = tensors.random().nextInt(3);
      Tensor x = tensors.next(dtype, dims);
      Object[] elements = Cpu.elements(x);
      boolean last = tensors.random().nextBoolean();
      long[] found = Cpu.evaluate(new ArgMax(axis - 3, false, last), x).toLongs();
      int inner = 1;
      for (int i = axis + 1; i < 3; i++) {
        inner *= (int) dims[i];
      }
      int length = (int) dims[axis];
      for (int i = 0; i < found.length; i++) {
        int start = i / inner * length * inner + i % inner;
        int best = 0;
        for (int k = 1; k < length; k++) {
          int order = compare(dtype, elements[start + k * inner], elements[start + best * inner]);
          best = order > 0 || (last && order == 0) ? k : best;
        }
        assertThat(found[i]).as("%s axis %d, seed %d", x.layout(), axis, seed).isEqualTo(best);
      }
    }
  }

  private static int compare(DType dtype, Object x, Object y) {
    return x instanceof Double left
        ? Double.compare(left + 0.0, (Double) y + 0.0)
        : Numbers.exact(dtype, (Long) x).compareTo(Numbers.exact(dtype, (Long) y));
  }

  /** Field case B1. */
  @Test
  void theFirstNanWins() {
    float nan = Float.NaN;
    assertThat(argMax(false, 2, nan, 7, 4, 1)).isEqualTo(1);
    assertThat(argMax(false, nan, 2, 7, 4, 1)).isZero();
    assertThat(argMax(false, 2, 4, 7, 1, nan)).isEqualTo(4);
    assertThat(argMax(false, 2, nan, 7, nan, 1)).isEqualTo(1);
    assertThat(argMax(true, 2, nan, 7, nan, 1)).isEqualTo(3);
  }

  @Test
  void equalElements() {
    assertThat(argMax(false, 1, 3, 2, 3)).isEqualTo(1);
    assertThat(argMax(true, 1, 3, 2, 3)).isEqualTo(3);
    assertThat(argMax(false, -0.0f, 0.0f)).isZero();
  }

  private static long argMax(boolean last, float... x) {
    return Cpu.evaluate(new ArgMax(0, true, last), Tensor.of(x, x.length)).toLongs()[0];
  }

  @Test
  void anEmptyAxisHasNoLargest() {
    Tensor empty = Tensor.of(new float[0], 2, 0);
    assertThat(Cpu.evaluate(new ArgMax(0, false, false), empty).dims()).containsExactly(0);
    assertThatThrownBy(() -> Cpu.evaluate(new ArgMax(1, false, false), empty))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("length 0");
  }
}
