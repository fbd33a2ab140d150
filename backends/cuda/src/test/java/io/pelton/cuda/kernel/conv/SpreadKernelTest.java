package io.pelton.cuda.kernel.conv;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.Decomposed;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.testing.Twins;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.graph.SpreadOp.ColumnsToImage;
import io.pelton.engine.graph.SpreadOp.ConvTranspose;
import io.pelton.engine.graph.SpreadOp.MaxUnpool;
import io.pelton.engine.graph.Window;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(OnEmulatedDriver.class)
class SpreadKernelTest {
  private static final int SEEDS = 16;

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void transposedConvolutions(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Random random = tensors.random();
      int axes = 1 + random.nextInt(3);
      int group = 1 + random.nextInt(3);
      long[] x = new long[axes + 2];
      long[] w = new long[axes + 2];
      x[0] = random.nextInt(4);
      x[1] = group * (1L + random.nextInt(3));
      w[0] = x[1];
      w[1] = random.nextInt(4);
      List<Integer> strides = new ArrayList<>();
      List<Integer> begin = new ArrayList<>();
      List<Integer> end = new ArrayList<>();
      List<Integer> dilations = new ArrayList<>();
      List<Integer> extra = new ArrayList<>();
      for (int axis = 0; axis < axes; axis++) {
        w[axis + 2] = 1L + random.nextInt(3);
        x[axis + 2] = 2L + random.nextInt(axes == 1 ? 100 : 4);
        strides.add(1 + random.nextInt(3));
        begin.add(random.nextInt(2));
        end.add(random.nextInt(2));
        dilations.add(1 + random.nextInt(2));
        extra.add(random.nextInt(2));
      }
      Window window = new Window(strides, begin, end, dilations);
      Tensor bias = seed % 3 == 0 ? null : Decomposed.numbers(tensors, dtype, w[1] * group);
      Twins.check(
          new ConvTranspose(window, extra, group),
          Decomposed.numbers(tensors, dtype, x),
          Decomposed.numbers(tensors, dtype, w),
          bias);
    }
  }

  @ParameterizedTest
  @EnumSource(
      names = {"F64", "F32", "F16", "BF16", "I64", "I32", "I16", "I8", "U64", "U32", "U16", "U8"})
  void columns(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Random random = tensors.random();
      int axes = 1 + random.nextInt(3);
      long[] image = new long[axes];
      long[] block = new long[axes];
      List<List<Integer>> parts = new ArrayList<>();
      for (int part = 0; part < 4; part++) {
        parts.add(new ArrayList<>());
      }
      long columns = 1;
      long size = 1;
      for (int axis = 0; axis < axes; axis++) {
        block[axis] = 1L + random.nextInt(3);
        int stride = 1 + random.nextInt(2);
        int dilation = 1 + random.nextInt(2);
        int before = random.nextInt(2);
        int after = random.nextInt(2);
        long reach = (block[axis] - 1) * dilation + 1;
        image[axis] = reach + random.nextInt(axes == 1 ? 200 : 5);
        columns *= (image[axis] + before + after - reach) / stride + 1;
        size *= block[axis];
        parts.get(0).add(stride);
        parts.get(1).add(before);
        parts.get(2).add(after);
        parts.get(3).add(dilation);
      }
      Window window = new Window(parts.get(0), parts.get(1), parts.get(2), parts.get(3));
      Twins.check(
          new ColumnsToImage(window),
          tensors.next(dtype, random.nextInt(4), size * (1 + random.nextInt(2)), columns),
          Tensor.of(image, axes),
          Tensor.of(block, axes));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void unpooling(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Random random = tensors.random();
      long[] x = {random.nextInt(3), 1 + random.nextInt(3), 2 + random.nextInt(3), 5};
      Window window =
          new Window(List.of(2, 2), List.of(random.nextInt(2), 0), List.of(0, 0), List.of(1, 1));
      MaxUnpool op = new MaxUnpool(List.of(2, 3), window);
      long rows = (x[2] - 1) * 2 + 2 - window.padsBegin().get(0);
      long inner = x[0] * x[1] * rows * 11;
      // far fewer places than elements, so that many win over others
      long[] indices = new long[(int) Layout.elements(x)];
      Arrays.setAll(indices, i -> random.nextLong(Math.max(1, inner / (1 + i % 20))));
      Tensor values = Decomposed.numbers(tensors, dtype, x);
      Twins.check(op, values, Tensor.of(indices, x));
      Tensor larger = Tensor.of(new long[] {x[0], x[1] + 1, rows, 12}, 4);
      Twins.check(op, values, Tensor.of(indices, x), larger);
    }
  }

  @Test
  void indicesBehindTheOutputAreRefused() {
    MaxUnpool op =
        new MaxUnpool(List.of(2), new Window(List.of(2), List.of(0), List.of(0), List.of(1)));
    for (long index : new long[] {-1, 4}) {
      Tensor indices = Tensor.of(new long[] {3, index}, 1, 1, 2);
      assertThatThrownBy(() -> Twins.onDevice(op, Tensor.of(new float[2], 1, 1, 2), indices))
          .isInstanceOf(InvalidValue.class)
          .hasMessageContaining("index " + index + " is outside of an output with 4");
    }
  }
}
