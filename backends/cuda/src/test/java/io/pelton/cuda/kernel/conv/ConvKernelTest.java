package io.pelton.cuda.kernel.conv;

import io.pelton.cpu.kernel.conv.ConvCase;
import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.Decomposed;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.testing.Twins;
import io.pelton.engine.graph.Activation;
import io.pelton.engine.graph.ConvOp.Conv;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.Window;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(OnEmulatedDriver.class)
class ConvKernelTest {
  private static final int SEEDS = 24;
  private static final List<Activation> ACTIVATIONS = List.of(Activation.values());

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void smallConvolutions(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      ConvCase random = new ConvCase(seed);
      RandomTensors tensors = random.tensors();
      Activation activation = ACTIVATIONS.get((int) seed % ACTIVATIONS.size());
      Tensor bias = seed % 3 == 0 ? null : Decomposed.numbers(tensors, dtype, random.w()[0]);
      Twins.check(
          new Conv(random.window(), random.group(), activation),
          Decomposed.numbers(tensors, dtype, random.x()),
          Decomposed.numbers(tensors, dtype, random.w()),
          bias);
    }
  }

  /** Kernels, channels and outputs that fill no tile, over several blocks along every axis. */
  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void tilesThatAreNotFull(DType dtype) {
    RandomTensors tensors = new RandomTensors(1);
    for (long[] w : List.of(dims(70, 5, 3, 3), dims(34, 4, 1, 1), dims(48, 7, 1, 3))) {
      int group = w[0] == 70 ? 1 : 2;
      long[] x = {3, w[1] * group, 9, 7};
      check(dtype, tensors, Window.plain(2), group, x, w);
      check(dtype, tensors, window(2, 2, 1, 1), group, x, w);
      check(dtype, tensors, window(2, 1, 2, 2), group, x, w);
      check(dtype, tensors, window(2, 1, 4, 1), group, x, w);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void oneAndThreeAxes(DType dtype) {
    RandomTensors tensors = new RandomTensors(2);
    check(dtype, tensors, window(1, 2, 3, 2), 1, dims(2, 6, 150), dims(17, 6, 5));
    check(dtype, tensors, window(1, 1, 0, 1), 3, dims(2, 51, 40), dims(48, 17, 1));
    check(dtype, tensors, window(3, 1, 1, 1), 1, dims(2, 3, 5, 4, 6), dims(20, 3, 3, 2, 3));
    check(dtype, tensors, window(3, 2, 0, 1), 2, dims(2, 2, 5, 6, 7), dims(32, 1, 2, 3, 1));
  }

  /** Four outputs are read and written at once where planes allow it. */
  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void planesOfFours(DType dtype) {
    RandomTensors tensors = new RandomTensors(3);
    check(dtype, tensors, Window.plain(2), 1, dims(5, 20, 6, 4), dims(65, 20, 1, 1));
    check(dtype, tensors, Window.plain(2), 2, dims(2, 16, 4, 8), dims(36, 8, 1, 1));
    check(dtype, tensors, window(2, 1, 1, 1), 1, dims(3, 8, 8, 8), dims(16, 8, 3, 3));
  }

  /** As many outputs as larger tiles want. */
  @Test
  void largeTiles() {
    RandomTensors tensors = new RandomTensors(4);
    check(DType.F32, tensors, Window.plain(2), 1, dims(3, 17, 55, 50), dims(131, 17, 1, 1));
    check(DType.F32, tensors, Window.plain(2), 1, dims(2, 18, 64, 64), dims(130, 18, 1, 1));
    check(DType.F32, tensors, window(1, 1, 2, 1), 1, dims(2, 2, 4150), dims(133, 2, 5));
    check(DType.F32, tensors, Window.plain(1), 1, dims(2, 5, 4151), dims(129, 5, 5));
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void oneChannelAGroup(DType dtype) {
    RandomTensors tensors = new RandomTensors(5);
    check(dtype, tensors, window(2, 1, 1, 1), 37, dims(3, 37, 8, 7), dims(37, 1, 3, 3));
    check(dtype, tensors, window(2, 2, 2, 2), 5, dims(2, 5, 16, 9), dims(15, 1, 5, 3));
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void fewKernelsAGroup(DType dtype) {
    RandomTensors tensors = new RandomTensors(8);
    check(dtype, tensors, window(2, 1, 1, 1), 2, dims(3, 6, 7, 9), dims(14, 3, 3, 3));
    check(dtype, tensors, Window.plain(1), 1, dims(2, 20, 40), dims(15, 20, 1));
  }

  @Test
  void moreGroupsThanAGridHasBlocksAlongAnAxis() {
    RandomTensors tensors = new RandomTensors(6);
    int group = 65_540;
    check(DType.F32, tensors, Window.plain(1), group, dims(1, group, 1), dims(16L * group, 1, 1));
  }

  /** What padding adds nothing to: infinities and NaN in the kernels, and sums of -0. */
  @ParameterizedTest
  @EnumSource(names = {"F64", "F32"})
  void paddingIsLeftOut(DType dtype) {
    RandomTensors tensors = new RandomTensors(7);
    for (long[] w : List.of(dims(3, 1, 5), dims(18, 1, 5))) {
      Conv op = new Conv(window(1, 1, 3, 1), 1, Activation.NONE);
      Twins.check(op, tensors.next(dtype, 40, 1, 3), tensors.next(dtype, w));
      double tiny = dtype == DType.F64 ? -1e-300 : -1e-30;
      Twins.check(op, filled(dtype, tiny, 2, 1, 3), filled(dtype, -tiny, w));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16"})
  void nothingToSum(DType dtype) {
    Conv op = new Conv(Window.plain(2), 1, Activation.SIGMOID);
    for (int kernels : new int[] {3, 20}) {
      RandomTensors tensors = new RandomTensors(kernels);
      Tensor w = tensors.packed(dtype, kernels, 0, 2, 2);
      Twins.check(op, tensors.packed(dtype, 2, 0, 3, 4), w, tensors.packed(dtype, kernels));
      Tensor none = tensors.packed(dtype, kernels, 2, 2, 2);
      Twins.check(op, tensors.packed(dtype, 0, 2, 3, 4), none, tensors.packed(dtype, kernels));
    }
  }

  private static void check(
      DType dtype, RandomTensors tensors, Window window, int group, long[] x, long[] w) {
    Activation activation = ACTIVATIONS.get(tensors.random().nextInt(ACTIVATIONS.size()));
    Twins.check(
        new Conv(window, group, activation),
        finite(tensors, dtype, x),
        finite(tensors, dtype, w),
        tensors.random().nextBoolean() ? null : finite(tensors, dtype, w[0]));
  }

  /** Of both signs and about as large as weights are. */
  private static Tensor finite(RandomTensors tensors, DType dtype, long... dims) {
    double[] values =
        tensors.random().doubles(Layout.elements(dims)).map(value -> value * 2 - 1).toArray();
    return Cpu.evaluate(new Cast(dtype), Tensor.of(values, dims));
  }

  private static Tensor filled(DType dtype, double value, long... dims) {
    double[] values = new double[(int) Layout.elements(dims)];
    Arrays.fill(values, value);
    return Cpu.evaluate(new Cast(dtype), Tensor.of(values, dims));
  }

  private static long[] dims(long... dims) {
    return dims;
  }

  private static Window window(int axes, int stride, int pad, int dilation) {
    List<Integer> pads = Collections.nCopies(axes, pad);
    return new Window(
        Collections.nCopies(axes, stride), pads, pads, Collections.nCopies(axes, dilation));
  }
}
