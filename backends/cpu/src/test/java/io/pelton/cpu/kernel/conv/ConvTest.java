package io.pelton.cpu.kernel.conv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.Decomposed;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cpu.testing.RowChecks;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.Activation;
import io.pelton.engine.graph.ConvOp.Conv;
import io.pelton.engine.graph.Window;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ConvTest {
  private static final int SEEDS = 60;
  private static final List<Activation> ACTIVATIONS = List.of(Activation.values());

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void convHasTheBitsOfNestedLoops(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      ConvCase random = new ConvCase(seed);
      Tensor x = Decomposed.numbers(random.tensors(), dtype, random.x());
      Tensor w = Decomposed.numbers(random.tensors(), dtype, random.w());
      Conv op = new Conv(random.window(), random.group(), Activation.NONE);
      Tensor found = Cpu.evaluate(op, x, w);
      Object[] expected = new NaiveConv(random.window(), random.group(), x, w).floats(dtype);
      assertThat(Cpu.elements(found))
          .as("seed %d, %s over %s, %s", seed, Arrays.toString(x.dims()), w.layout(), op)
          .isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void biasAndActivationHaveTheBitsOfNodes(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      ConvCase random = new ConvCase(seed);
      RandomTensors tensors = random.tensors();
      Tensor bias = seed % 3 == 0 ? null : Decomposed.numbers(tensors, dtype, random.w()[0]);
      Activation activation = ACTIVATIONS.get((int) seed % ACTIVATIONS.size());
      Conv op = new Conv(random.window(), random.group(), activation);
      Tensor x = Decomposed.numbers(tensors, dtype, random.x());
      Decomposed.assertSameBits(
          "seed " + seed, op, x, Decomposed.numbers(tensors, dtype, random.w()), bias);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16"})
  void imagesDoNotDependOnTheirBatch(DType dtype) {
    RandomTensors tensors = new RandomTensors(5);
    Tensor x = Decomposed.numbers(tensors, dtype, 16, 4, 5, 6);
    Tensor w = Decomposed.numbers(tensors, dtype, 6, 2, 3, 2);
    Window window = new Window(List.of(2, 1), List.of(1, 0), List.of(1, 1), List.of(1, 2));
    Conv op = new Conv(window, 2, Activation.RELU);
    Tensor[] operands = {x, w, Decomposed.numbers(tensors, dtype, 6)};
    RowChecks.assertSameBits(op, Set.of(0), operands);
    RowChecks.assertNoAllocation(op, Set.of(0), operands);
  }

  @Test
  void shapesThatDoNotFitAreRefused() {
    Tensor x = Tensor.of(new float[12], 1, 3, 4);
    Conv op = new Conv(Window.plain(1), 1, Activation.NONE);
    assertThatThrownBy(() -> Cpu.evaluate(op, x, Tensor.of(new float[4], 1, 2, 2)))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("x [1,3,4] should have 2 channels");
    assertThatThrownBy(() -> Cpu.evaluate(op, x, Tensor.of(new float[15], 1, 3, 5)))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("reaches over 5 elements but spatial axis 0 is 4");
    Conv flat = new Conv(Window.plain(2), 1, Activation.NONE);
    assertThatThrownBy(() -> Cpu.evaluate(flat, x, Tensor.of(new float[6], 1, 3, 2)))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("should have 1 strides, pads and dilations");
  }
}
