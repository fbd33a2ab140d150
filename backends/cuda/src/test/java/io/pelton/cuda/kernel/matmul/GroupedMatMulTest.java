package io.pelton.cuda.kernel.matmul;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.testing.Cuda;
import io.pelton.cuda.testing.KernelTwins;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.ExpertOp.GroupedMatMul;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(OnEmulatedDriver.class)
class GroupedMatMulTest {
  private static final GroupedMatMul OP = new GroupedMatMul(0, true);

  private static KernelTwins twins;

  private final RandomTensors tensors = new RandomTensors(17);

  @BeforeAll
  static void open() {
    twins = new KernelTwins(Cuda.device());
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void everyTokenMeetsItsExperts(DType dtype) {
    for (int tokens : new int[] {0, 3, 40, 301}) {
      Tensor weights = tensors.packed(dtype, 3, 21, 67);
      Tensor bias = tensors.packed(dtype, 3, 67);
      Tensor chosen = chosen(3, tokens, 2);
      Tensor narrow = Cpu.evaluate(new Cast(DType.I32), chosen);
      twins.check(OP, tensors.packed(dtype, tokens, 21), weights, chosen);
      twins.check(OP, tensors.packed(dtype, tokens, 2, 21), weights, narrow, bias);
    }
  }

  @Test
  void oneExpertMayHaveAllTokensAndOthersNone() {
    Tensor x = tensors.packed(DType.F32, 200, 8);
    Tensor weights = tensors.packed(DType.F32, 5, 8, 4);
    twins.check(OP, x, weights, Tensor.of(new long[200], 200, 1));
  }

  @Test
  void activeRowsAreComputedAndNoOthers() {
    Tensor x = tensors.packed(DType.F32, 9, 5);
    Tensor weights = tensors.packed(DType.F32, 4, 5, 3);
    for (int rows : new int[] {0, 1, 8, 9}) {
      twins.check(OP, 9, rows, x, weights, chosen(4, 9, 2));
    }
  }

  @Test
  void expertsThatThereAreNotAreRefused() {
    Tensor x = tensors.packed(DType.F32, 3, 5);
    Tensor weights = tensors.packed(DType.F32, 4, 5, 3);
    Tensor chosen = Tensor.of(new long[] {0, 4, 1}, 3, 1);
    assertThatThrownBy(() -> twins.onDevice(MatMulKernels.NAME, OP, 3, 3, x, weights, chosen))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("a choice is expert 4 but should be within 0 and 3");
  }

  private Tensor chosen(int experts, long... dims) {
    return Tensor.of(tensors.random().longs(Cpu.count(dims), 0, experts).toArray(), dims);
  }
}
