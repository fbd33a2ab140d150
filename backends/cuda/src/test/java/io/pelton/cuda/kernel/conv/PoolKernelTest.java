package io.pelton.cuda.kernel.conv;

import io.pelton.cpu.testing.Decomposed;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.testing.Twins;
import io.pelton.engine.graph.ConvOp.Pool;
import io.pelton.engine.graph.ConvOp.PoolWithIndices;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.Window;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(OnEmulatedDriver.class)
class PoolKernelTest {
  private static final int SEEDS = 10;
  private static final List<OpKind> KINDS =
      List.of(OpKind.MAX_POOL, OpKind.AVERAGE_POOL, OpKind.SUM_POOL);

  /** A window over one to three axes, whose pads are below its reach. */
  private static final class Case {
    private final List<Integer> lengths = new ArrayList<>();
    private final Window window;
    private final long[] x;

    private Case(Random random) {
      int axes = 1 + random.nextInt(3);
      x = new long[axes + 2];
      x[0] = random.nextInt(4);
      x[1] = random.nextInt(4);
      List<List<Integer>> parts = new ArrayList<>();
      for (int part = 0; part < 4; part++) {
        parts.add(new ArrayList<>());
      }
      for (int axis = 0; axis < axes; axis++) {
        int length = 1 + random.nextInt(3);
        int dilation = 1 + random.nextInt(2);
        int reach = (length - 1) * dilation + 1;
        lengths.add(length);
        parts.get(0).add(1 + random.nextInt(3));
        parts.get(1).add(random.nextInt(reach));
        // what the last window reaches beyond the input when lengths are rounded up
        parts.get(2).add(random.nextInt(reach));
        parts.get(3).add(dilation);
        x[axis + 2] = reach + (long) random.nextInt(axes == 1 ? 300 : 5);
      }
      window = new Window(parts.get(0), parts.get(1), parts.get(2), parts.get(3));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void poolings(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Case random = new Case(tensors.random());
      Tensor x = Decomposed.numbers(tensors, dtype, random.x);
      for (OpKind kind : KINDS) {
        Twins.check(new Pool(kind, random.lengths, random.window, seed % 2 == 0), x);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16", "I8", "U8"})
  void indices(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(100 + seed);
      Case random = new Case(tensors.random());
      Tensor x = tensors.next(dtype, random.x);
      Twins.check(new PoolWithIndices(random.lengths, random.window, seed % 2 == 0), x);
      Twins.check(new Pool(OpKind.MAX_POOL, random.lengths, random.window, false), x);
    }
  }

  @Test
  void nanAndZeroesOfBothSigns() {
    float nan = Float.NaN;
    float low = Float.NEGATIVE_INFINITY;
    Tensor x =
        Tensor.of(new float[] {nan, 3, nan, nan, nan, low, low, low, -0f, 0, 0, -0f}, 1, 1, 12);
    for (Window window : List.of(window(2, 0), window(1, 1))) {
      Twins.check(new Pool(OpKind.MAX_POOL, List.of(2), window, false), x);
      Twins.check(new PoolWithIndices(List.of(2), window, false), x);
      Twins.check(new Pool(OpKind.AVERAGE_POOL, List.of(2), window, false), x);
    }
  }

  @Test
  void severalBlocks() {
    Tensor x = new RandomTensors(9).packed(DType.F32, 3, 5, 21, 17);
    Window window = new Window(List.of(1, 2), List.of(1, 1), List.of(1, 1), List.of(1, 1));
    for (OpKind kind : KINDS) {
      Twins.check(new Pool(kind, List.of(3, 3), window, true), x);
    }
    Twins.check(new PoolWithIndices(List.of(3, 3), window, true), x);
  }

  private static Window window(int stride, int pad) {
    return new Window(List.of(stride), List.of(pad), List.of(pad), List.of(1));
  }
}
