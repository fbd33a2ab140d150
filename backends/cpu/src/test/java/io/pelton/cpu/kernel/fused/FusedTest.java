package io.pelton.cpu.kernel.fused;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.Decomposed;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.graph.ElementwiseOp.Gelu;
import io.pelton.engine.graph.ElementwiseProgram;
import io.pelton.engine.graph.ElementwiseProgram.Instruction;
import io.pelton.engine.graph.ElementwiseProgram.Ref;
import io.pelton.engine.graph.FusedOp.Elementwise;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bits of the fused kernels are the bits of what they stand for. */
class FusedTest {
  private static final int SEEDS = 300;

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32"})
  void programsHaveTheBitsOfTheirDecomposition(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      RandomProgram random = RandomProgram.of(tensors);
      long[] dims = tensors.dims(4, 7);
      if (dims.length > 0 && tensors.random().nextInt(10) == 0) {
        dims[tensors.random().nextInt(dims.length)] = 0;
      }
      Elementwise op = new Elementwise(random.program());
      Tensor[] operands = random.operands(tensors, dtype, dims);
      Tensor expected = Decomposed.evaluate(op, operands);
      Tensor found = Cpu.evaluate(op, operands);
      assertThat(found.dims()).as("%s, seed %d", op.label(), seed).isEqualTo(expected.dims());
      assertThat(Cpu.elements(found))
          .as("%s, seed %d", op.label(), seed)
          .isEqualTo(Cpu.elements(expected));
    }
  }

  /** More than one block, of which the last is short. */
  @Test
  void manyBlocksAreComputed() {
    RandomTensors tensors = new RandomTensors(1);
    Tensor x = tensors.packed(DType.F32, 700, 7);
    Tensor row = tensors.next(DType.F32, 7);
    Tensor half = Tensor.scalar(DType.F32, 0.5);
    Elementwise op =
        new Elementwise(
            new ElementwiseProgram(
                0,
                3,
                List.of(
                    Instruction.of(OpKind.MUL, Ref.input(0), Ref.input(1)),
                    Instruction.of(OpKind.TANH, Ref.result(0)),
                    Instruction.of(OpKind.ADD, Ref.result(1), Ref.result(0)),
                    Instruction.of(OpKind.MUL, Ref.result(2), Ref.input(2)))));
    assertThat(Cpu.elements(Cpu.evaluate(op, x, row, half)))
        .isEqualTo(Cpu.elements(Decomposed.evaluate(op, x, row, half)));
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void geluHasTheBitsOfItsDecomposition(DType dtype) {
    for (Gelu.Approximation approximation : Gelu.Approximation.values()) {
      for (long seed = 0; seed < 40; seed++) {
        RandomTensors tensors = new RandomTensors(seed);
        Tensor x = Decomposed.numbers(tensors, dtype, tensors.dims(4, 9));
        Gelu op = new Gelu(approximation);
        assertThat(Cpu.elements(Cpu.evaluate(op, x)))
            .as("%s of %s, seed %d", op, x.layout(), seed)
            .isEqualTo(Cpu.elements(Decomposed.evaluate(op, x)));
      }
    }
  }

  @Test
  void geluOfKnownNumbers() {
    Tensor x = Tensor.of(new double[] {-1, 0, 1, 3}, 4);
    assertThat(Cpu.evaluate(new Gelu(Gelu.Approximation.NONE), x).toDoubles())
        .usingComparatorWithPrecision(1e-14)
        .containsExactly(-0.15865525393145707, 0, 0.8413447460685429, 2.99595030590511);
    assertThat(Cpu.evaluate(new Gelu(Gelu.Approximation.TANH), x).toDoubles())
        .usingComparatorWithPrecision(1e-9)
        .containsExactly(-0.1588080094, 0, 0.8411919906, 2.9963626079);
  }
}
