package io.pelton.cpu.kernel.fused;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.Decomposed;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.graph.ElementwiseOp.Cast;
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

  /** A product with one number and a sum with one are one step, wherever they stand. */
  @ParameterizedTest
  @EnumSource(names = {"F64", "F32"})
  void scaledNumbersAreRoundedTwice(DType dtype) {
    RandomTensors tensors = new RandomTensors(2);
    Tensor x = tensors.packed(dtype, 700, 3);
    Tensor third = Tensor.scalar(dtype, 1 / 3.0);
    Tensor tenth = Tensor.scalar(dtype, 0.1);
    for (boolean isProductFirst : new boolean[] {false, true}) {
      for (boolean isNumberFirst : new boolean[] {false, true}) {
        Elementwise op = scaling(isProductFirst, isNumberFirst);
        assertThat(Cpu.elements(Cpu.evaluate(op, x, third, tenth)))
            .isEqualTo(Cpu.elements(Decomposed.evaluate(op, x, third, tenth)));
      }
    }
  }

  private static Elementwise scaling(boolean isProductFirst, boolean isNumberFirst) {
    Ref x = isProductFirst ? Ref.input(0) : Ref.result(0);
    int product = isProductFirst ? 0 : 1;
    Instruction tanh = Instruction.of(OpKind.TANH, isProductFirst ? Ref.result(1) : Ref.input(0));
    List<Instruction> scaling =
        isNumberFirst
            ? List.of(
                Instruction.of(OpKind.MUL, Ref.input(1), x),
                Instruction.of(OpKind.ADD, Ref.input(2), Ref.result(product)))
            : List.of(
                Instruction.of(OpKind.MUL, x, Ref.input(1)),
                Instruction.of(OpKind.ADD, Ref.result(product), Ref.input(2)));
    return new Elementwise(
        new ElementwiseProgram(
            0,
            3,
            isProductFirst
                ? List.of(scaling.get(0), scaling.get(1), tanh)
                : List.of(tanh, scaling.get(0), scaling.get(1))));
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void geluByTanhHasTheBitsOfItsDecomposition(DType dtype) {
    checkGelu(new Gelu(Gelu.Approximation.TANH), dtype);
  }

  @Test
  void geluOfDoublesHasTheBitsOfItsDecomposition() {
    checkGelu(new Gelu(Gelu.Approximation.NONE), DType.F64);
  }

  private static void checkGelu(Gelu op, DType dtype) {
    for (long seed = 0; seed < 40; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Tensor x = Decomposed.numbers(tensors, dtype, tensors.dims(4, 9));
      assertThat(Cpu.elements(Cpu.evaluate(op, x)))
          .as("%s of %s, seed %d", op, x.layout(), seed)
          .isEqualTo(Cpu.elements(Decomposed.evaluate(op, x)));
    }
  }

  /** Those of F32 are tested with the function itself. */
  @ParameterizedTest
  @EnumSource(names = {"F16", "BF16"})
  void geluOfHalvesIsRoundedOnce(DType dtype) {
    Gelu op = new Gelu(Gelu.Approximation.NONE);
    Tensor x = new RandomTensors(3).packed(dtype, 50, 41);
    Tensor wide = Cpu.evaluate(new Cast(DType.F32), x);
    assertThat(Cpu.elements(Cpu.evaluate(op, x)))
        .isEqualTo(Cpu.elements(Cpu.evaluate(new Cast(dtype), Cpu.evaluate(op, wide))));
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
