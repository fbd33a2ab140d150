package io.pelton.cuda.kernel.conv;

import io.pelton.cpu.kernel.conv.ConvCase;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.testing.Twins;
import io.pelton.engine.graph.Activation;
import io.pelton.engine.graph.IntegerProductOp.ConvInteger;
import io.pelton.engine.graph.IntegerProductOp.QuantizedConv;
import io.pelton.engine.graph.Window;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(OnEmulatedDriver.class)
class ByteConvKernelTest {
  private static final int SEEDS = 24;
  private static final List<DType> BYTES = List.of(DType.U8, DType.I8);
  private static final List<Activation> ACTIVATIONS = List.of(Activation.values());

  @ParameterizedTest
  @EnumSource(names = {"U8", "I8"})
  void convolutions(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      ConvCase random = new ConvCase(seed);
      RandomTensors tensors = random.tensors();
      check(tensors, dtype, random.window(), random.group(), random.x(), random.w());
    }
  }

  @Test
  void severalBlocks() {
    Window window = new Window(List.of(1, 1), List.of(2, 1), List.of(2, 1), List.of(2, 1));
    long[] x = {3, 6, 11, 9};
    check(new RandomTensors(50), DType.U8, window, 2, x, new long[] {14, 3, 3, 3});
  }

  private static void check(
      RandomTensors tensors, DType dtype, Window window, int group, long[] dims, long... kernels) {
    Random random = tensors.random();
    DType other = BYTES.get(random.nextInt(2));
    Tensor x = tensors.next(dtype, dims);
    Tensor w = tensors.next(other, kernels);
    long each = random.nextBoolean() ? 1 : kernels[0];
    Tensor zeroOfX = random.nextBoolean() ? null : tensors.next(dtype);
    Tensor zeroOfW = random.nextBoolean() ? null : tensors.next(other, each);
    Twins.check(new ConvInteger(window, group), x, w, zeroOfX, zeroOfW);
    Activation activation = ACTIVATIONS.get(random.nextInt(ACTIVATIONS.size()));
    Twins.check(
        new QuantizedConv(window, group, activation),
        x,
        Tensor.scalar(DType.F32, random.nextDouble()),
        zeroOfX,
        w,
        tensors.next(DType.F32, each),
        zeroOfW,
        random.nextBoolean() ? null : tensors.next(DType.F32, kernels[0]));
  }
}
