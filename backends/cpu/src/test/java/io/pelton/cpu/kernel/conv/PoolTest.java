package io.pelton.cpu.kernel.conv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.Decomposed;
import io.pelton.cpu.testing.Numbers;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cpu.testing.RowChecks;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.ConvOp.Pool;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.Window;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PoolTest {
  private static final int SEEDS = 60;
  private static final List<OpKind> KINDS =
      List.of(OpKind.MAX_POOL, OpKind.AVERAGE_POOL, OpKind.SUM_POOL);

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void poolingHasTheBitsOfNestedLoops(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Random random = tensors.random();
      int[] kernel = {1 + random.nextInt(3), 1 + random.nextInt(3)};
      int[] dilation = {1 + random.nextInt(2), 1 + random.nextInt(2)};
      int[] stride = {1 + random.nextInt(3), 1 + random.nextInt(3)};
      int[] before = new int[2];
      int[] after = new int[2];
      long[] dims = {random.nextInt(3), random.nextInt(3), 0, 0};
      for (int axis = 0; axis < 2; axis++) {
        int reach = (kernel[axis] - 1) * dilation[axis] + 1;
        before[axis] = random.nextInt(reach);
        after[axis] = random.nextInt(reach);
        dims[axis + 2] = reach + (long) random.nextInt(4);
      }
      Tensor x = Decomposed.numbers(tensors, dtype, dims);
      Window window = new Window(list(stride), list(before), list(after), list(dilation));
      boolean countsPadding = random.nextBoolean();
      OpKind kind = KINDS.get(random.nextInt(KINDS.size()));
      Tensor found = Cpu.evaluate(new Pool(kind, list(kernel), window, countsPadding), x);
      double[] elements = found.toDoubles();
      long[] out = found.dims();
      for (int i = 0; i < elements.length; i++) {
        int row = i / (int) out[3] % (int) out[2] * stride[0] - before[0];
        int column = i % (int) out[3] * stride[1] - before[1];
        int plane = i / (int) (out[2] * out[3]);
        List<Double> values = new ArrayList<>();
        for (int a = 0; a < kernel[0]; a++) {
          for (int b = 0; b < kernel[1]; b++) {
            int r = row + a * dilation[0];
            int c = column + b * dilation[1];
            if (r >= 0 && r < dims[2] && c >= 0 && c < dims[3]) {
              values.add(x.toDoubles()[(plane * (int) dims[2] + r) * (int) dims[3] + c]);
            }
          }
        }
        int whole = countsPadding ? kernel[0] * kernel[1] : values.size();
        int count = kind == OpKind.SUM_POOL ? 1 : whole;
        Double expected =
            kind == OpKind.MAX_POOL ? largest(dtype, values) : mean(dtype, values, count);
        assertThat(elements[i]).as("seed %d, element %d", seed, i).isEqualTo(expected);
      }
    }
  }

  private static List<Integer> list(int... values) {
    return List.of(values[0], values[1]);
  }

  private static double largest(DType dtype, List<Double> values) {
    return values.stream()
        .filter(value -> !Double.isNaN(value))
        .reduce(Math::max)
        .orElse(lowest(dtype));
  }

  private static double lowest(DType dtype) {
    return switch (dtype) {
      case F64 -> -Double.MAX_VALUE;
      case F16 -> -65504;
      case BF16 -> Float.intBitsToFloat(0xFF7F0000);
      default -> -Float.MAX_VALUE;
    };
  }

  private static double mean(DType dtype, List<Double> values, int count) {
    double doubles = 0;
    float floats = 0;
    for (double value : values) {
      doubles += value;
      floats += (float) value;
    }
    return Numbers.round(dtype, dtype == DType.F64 ? doubles / count : floats / count);
  }

  @Test
  void theLargestLeavesNaNOut() {
    float nan = Float.NaN;
    float low = Float.NEGATIVE_INFINITY;
    Tensor x = Tensor.of(new float[] {nan, 3, nan, nan, nan, low, low, low}, 1, 1, 8);
    Pool op =
        new Pool(
            OpKind.MAX_POOL,
            List.of(2),
            new Window(List.of(2), List.of(0), List.of(0), List.of(1)),
            false);
    assertThat(Cpu.evaluate(op, x).toFloats()).containsExactly(3, -Float.MAX_VALUE, low, low);
  }

  @ParameterizedTest
  @EnumSource(
      value = OpKind.class,
      names = {"MAX_POOL", "AVERAGE_POOL"})
  void imagesDoNotDependOnTheirBatch(OpKind kind) {
    Tensor x = new RandomTensors(8).next(DType.F32, 16, 3, 7);
    Window window = new Window(List.of(2), List.of(1), List.of(1), List.of(1));
    Pool op = new Pool(kind, List.of(3), window, false);
    RowChecks.assertSameBits(op, Set.of(0), x);
    RowChecks.assertNoAllocation(op, Set.of(0), x);
  }

  @Test
  void windowsThatSeeOnlyPaddingAreRefused() {
    Window window = new Window(List.of(1), List.of(2), List.of(0), List.of(1));
    Pool op = new Pool(OpKind.MAX_POOL, List.of(2), window, false);
    assertThatThrownBy(() -> Cpu.evaluate(op, Tensor.of(new float[4], 1, 1, 4)))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("no window should lie in padding only");
  }
}
