package io.pelton.cpu.vector.conv;

import io.pelton.cpu.kernel.conv.ConvCase;
import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.vector.TwinBits;
import io.pelton.engine.graph.Activation;
import io.pelton.engine.graph.ConvOp.Conv;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.Window;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Convolutions by vectors have the bits of those element by element. */
class LaneConvolutionTest {
  private static final Activation[] ACTIVATIONS = Activation.values();

  private final Random random = new Random(4);

  @Test
  void randomWindows() {
    for (int seed = 0; seed < 400; seed++) {
      ConvCase each = new ConvCase(seed);
      boolean isExotic = seed % 3 == 0;
      Tensor x = tensor(isExotic, each.x());
      Tensor w = tensor(seed % 12 == 0, each.w());
      Tensor bias = seed % 2 == 0 ? null : tensor(isExotic, each.w()[0]);
      Activation activation = ACTIVATIONS[seed % ACTIVATIONS.length];
      check(new Conv(each.window(), each.group(), activation), x, w, bias);
    }
  }

  @Test
  void channelsOfAllNumbers() {
    for (int kernels = 1; kernels < 70; kernels += 1 + kernels / 9) {
      for (int width : new int[] {1, 2, 5, 18, 37, 77, 90, 110}) {
        Tensor x = tensor(false, 2, 3, width);
        check(conv(1, 1), x, tensor(false, kernels, 3, 3), tensor(false, kernels));
      }
    }
  }

  @Test
  void everyChannelForItself() {
    for (int stride = 1; stride < 4; stride++) {
      Window window =
          new Window(List.of(stride, stride), List.of(1, 1), List.of(1, 1), List.of(1, 1));
      Conv op = new Conv(window, 5, Activation.RELU);
      for (int width : new int[] {3, 14, 23, 70}) {
        check(op, tensor(true, 2, 5, 9, width), tensor(false, 5, 1, 3, 3), tensor(false, 5));
      }
    }
  }

  @Test
  void sumsThatVanish() {
    Tensor x = Tensor.of(new float[] {-1e-30f, 0, -0f, 1e-30f}, 1, 1, 4);
    Tensor w = Tensor.of(new float[] {1e-30f, -0f, 1e-30f}, 1, 1, 3);
    check(conv(1, 1), x, w, null);
    check(conv(1, 1), x, w, Tensor.of(new float[] {-0f}, 1));
  }

  @Test
  void halves() {
    for (DType dtype : new DType[] {DType.F16, DType.BF16}) {
      for (int seed = 1000; seed < 1040; seed++) {
        ConvCase each = new ConvCase(seed);
        Tensor x = half(dtype, each.x());
        Tensor w = half(dtype, each.w());
        Tensor bias = half(dtype, each.w()[0]);
        check(new Conv(each.window(), each.group(), Activation.TANH), x, w, bias);
      }
    }
  }

  private static Conv conv(int stride, int pad) {
    Window window = new Window(List.of(stride), List.of(pad), List.of(pad), List.of(1));
    return new Conv(window, 1, Activation.NONE);
  }

  private static void check(Conv op, Tensor x, Tensor w, Tensor bias) {
    Tensor[] operands = bias == null ? new Tensor[] {x, w} : new Tensor[] {x, w, bias};
    TwinBits.assertSame(op, Set.of(1, 2), operands);
    TwinBits.assertSame(op, Set.of(), operands);
  }

  private Tensor half(DType dtype, long... dims) {
    return Cpu.evaluate(new Cast(dtype), tensor(false, dims));
  }

  private Tensor tensor(boolean isExotic, long... dims) {
    float[] numbers = new float[(int) Arrays.stream(dims).reduce(1, Math::multiplyExact)];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] =
          isExotic && random.nextInt(20) == 0
              ? Float.intBitsToFloat(random.nextInt())
              : (float) random.nextGaussian();
    }
    return Tensor.of(numbers, dims);
  }
}
