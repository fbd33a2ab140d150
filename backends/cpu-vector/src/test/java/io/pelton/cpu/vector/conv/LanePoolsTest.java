package io.pelton.cpu.vector.conv;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.vector.TwinBits;
import io.pelton.engine.graph.ConvOp.Pool;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.Window;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Pools by vectors have the bits of those element by element. */
class LanePoolsTest {
  private static final List<OpKind> KINDS =
      List.of(OpKind.MAX_POOL, OpKind.AVERAGE_POOL, OpKind.SUM_POOL);
  private static final float[] EXOTIC = {
    Float.NaN, Float.NEGATIVE_INFINITY, -0f, Float.POSITIVE_INFINITY, 0, -Float.MAX_VALUE
  };

  private final Random random = new Random(8);

  @Test
  void randomWindows() {
    for (int round = 0; round < 300; round++) {
      check(DType.F32, round % 3);
    }
  }

  @Test
  void halves() {
    for (int round = 0; round < 60; round++) {
      check(DType.F16, round % 3);
      check(DType.BF16, round % 3);
    }
  }

  /**
   * @param rarity 0 for no exotic numbers, 1 for many, 2 for little else
   */
  private void check(DType dtype, int rarity) {
    int axes = 1 + random.nextInt(3);
    List<List<Integer>> parts = new ArrayList<>();
    for (int part = 0; part < 5; part++) {
      parts.add(new ArrayList<>());
    }
    long[] dims = new long[axes + 2];
    dims[0] = random.nextInt(3);
    dims[1] = random.nextInt(4);
    for (int axis = 0; axis < axes; axis++) {
      int kernel = 1 + random.nextInt(3);
      int dilation = 1 + random.nextInt(2);
      int reach = (kernel - 1) * dilation + 1;
      parts.get(0).add(kernel);
      parts.get(1).add(1 + random.nextInt(3));
      parts.get(2).add(random.nextInt(reach));
      parts.get(3).add(random.nextInt(reach));
      parts.get(4).add(dilation);
      dims[axis + 2] = reach + (long) random.nextInt(axis == axes - 1 ? 70 : 4);
    }
    Window window = new Window(parts.get(1), parts.get(2), parts.get(3), parts.get(4));
    Pool op = new Pool(KINDS.get(random.nextInt(3)), parts.get(0), window, random.nextBoolean());
    TwinBits.assertSame(op, Set.of(), tensor(dtype, rarity, dims));
  }

  private Tensor tensor(DType dtype, int rarity, long... dims) {
    int count = 1;
    for (long dim : dims) {
      count *= (int) dim;
    }
    float[] numbers = new float[count];
    for (int i = 0; i < count; i++) {
      boolean isExotic =
          rarity == 2 ? random.nextInt(4) > 0 : rarity == 1 && random.nextInt(9) == 0;
      numbers[i] = isExotic ? EXOTIC[random.nextInt(EXOTIC.length)] : (float) random.nextGaussian();
    }
    Tensor tensor = Tensor.of(numbers, dims);
    return dtype == DType.F32 ? tensor : Cpu.evaluate(new Cast(dtype), tensor);
  }
}
