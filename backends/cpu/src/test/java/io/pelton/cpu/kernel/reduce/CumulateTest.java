package io.pelton.cpu.kernel.reduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.Cumulate;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Half;
import io.pelton.engine.tensor.Tensor;
import org.junit.jupiter.api.Test;

class CumulateTest {
  private static Tensor axis(long axis) {
    return Tensor.of(new long[] {axis});
  }

  private static Tensor evaluate(
      OpKind kind, boolean excludes, boolean reverses, Tensor x, long at) {
    return Cpu.evaluate(new Cumulate(kind, excludes, reverses), x, axis(at));
  }

  @Test
  void runsAreSummedUpToEachElement() {
    Tensor x = Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 2, 3);
    assertThat(evaluate(OpKind.CUM_SUM, false, false, x, 1).toFloats())
        .containsExactly(1, 3, 6, 4, 9, 15);
    assertThat(evaluate(OpKind.CUM_SUM, true, false, x, -1).toFloats())
        .containsExactly(0, 1, 3, 0, 4, 9);
    assertThat(evaluate(OpKind.CUM_SUM, false, true, x, 1).toFloats())
        .containsExactly(6, 5, 3, 15, 11, 6);
    assertThat(evaluate(OpKind.CUM_SUM, true, true, x, 1).toFloats())
        .containsExactly(5, 3, 0, 11, 6, 0);
    assertThat(evaluate(OpKind.CUM_SUM, false, false, x, 0).toFloats())
        .containsExactly(1, 2, 3, 5, 7, 9);
    assertThat(evaluate(OpKind.CUM_PROD, false, false, x, -2).toFloats())
        .containsExactly(1, 2, 3, 4, 10, 18);
    assertThat(evaluate(OpKind.CUM_PROD, true, true, x, 1).toFloats())
        .containsExactly(6, 3, 1, 30, 6, 1);
  }

  @Test
  void integersWrapAndHalvesRoundOnceAnElement() {
    Tensor bytes = Tensor.wrap(DType.I8, new byte[] {100, 100, -1}, 3);
    assertThat(evaluate(OpKind.CUM_SUM, false, false, bytes, 0).toLongs())
        .containsExactly(100, -56, -57);
    assertThat(evaluate(OpKind.CUM_PROD, false, false, bytes, 0).toLongs())
        .containsExactly(100, 16, -16);
    short one = Half.floatToF16(1);
    Tensor halves =
        Tensor.wrap(DType.F16, new short[] {Half.floatToF16(2048), one, one, one, one}, 5);
    assertThat(evaluate(OpKind.CUM_SUM, false, false, halves, 0).toFloats())
        .containsExactly(2048, 2048, 2050, 2052, 2052);
  }

  @Test
  void viewsAndEmptyTensors() {
    Tensor x = Tensor.of(new double[] {1, 2, 3, 4, 5, 6}, 2, 3);
    Tensor turned = new Tensor(x.storage(), x.layout().permute(1, 0));
    assertThat(evaluate(OpKind.CUM_SUM, false, false, turned, 0).toDoubles())
        .containsExactly(1, 4, 3, 9, 6, 15);
    Tensor empty = Tensor.of(new double[0], 2, 0, 3);
    for (long axis = 0; axis < 3; axis++) {
      assertThat(evaluate(OpKind.CUM_PROD, false, true, empty, axis).dims())
          .containsExactly(2, 0, 3);
    }
  }

  @Test
  void axesOutsideAreRefused() {
    Tensor x = Tensor.of(new float[2], 2);
    assertThatThrownBy(() -> evaluate(OpKind.CUM_SUM, false, false, x, 1))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("axis 1 is outside of [-1, 0]");
    assertThatThrownBy(() -> evaluate(OpKind.REDUCE_SUM, false, false, x, 0))
        .hasMessageContaining("no cumulative operation");
  }
}
