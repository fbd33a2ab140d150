package io.pelton.cuda.kernel.image;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.Decomposed;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.testing.Twins;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.graph.SampleOp.AffineGrid;
import io.pelton.engine.graph.SampleOp.DeformConv;
import io.pelton.engine.graph.SampleOp.GridSample;
import io.pelton.engine.graph.SampleOp.GridSample.Padding;
import io.pelton.engine.graph.SampleOp.RoiAlign;
import io.pelton.engine.graph.Sampling.Interpolation;
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
class SampleKernelTest {
  private static final List<DType> FLOATS = List.of(DType.F64, DType.F32, DType.F16, DType.BF16);

  @ParameterizedTest
  @EnumSource(Padding.class)
  void grids(Padding padding) {
    RandomTensors tensors = new RandomTensors(1);
    for (Interpolation interpolation : Interpolation.values()) {
      for (boolean isAligned : new boolean[] {false, true}) {
        GridSample op = new GridSample(interpolation, padding, isAligned);
        Tensor x = tensors.packed(DType.F32, 2, 3, 4, 5);
        Twins.check(op, x, Decomposed.numbers(tensors, DType.F32, 2, 3, 6, 2));
        Tensor deep = tensors.packed(DType.F32, 2, 2, 3, 1, 4);
        Twins.check(op, deep, Decomposed.numbers(tensors, DType.F64, 2, 2, 3, 2, 3));
        Twins.check(op, tensors.packed(DType.F32, 0, 2, 3, 4), grid(DType.F32, 0, 2, 2, 2));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void everyDTypeOfImagesAndCoordinates(DType dtype) {
    RandomTensors tensors = new RandomTensors(10);
    for (DType grid : FLOATS) {
      GridSample op = new GridSample(Interpolation.LINEAR, Padding.REFLECTION, false);
      Tensor x = Decomposed.numbers(tensors, dtype, 2, 3, 6, 5);
      Twins.check(op, x, Decomposed.numbers(tensors, grid, 2, 13, 15, 2));
    }
  }

  @Test
  void placesFarOutside() {
    double max = Double.MAX_VALUE;
    double infinite = Double.POSITIVE_INFINITY;
    double[] places = {max, 0, -max, 0.1, infinite, 0, -infinite, 0, Double.NaN, 0, 1e10, -1e10};
    for (Padding padding : Padding.values()) {
      for (Interpolation interpolation : Interpolation.values()) {
        GridSample op = new GridSample(interpolation, padding, false);
        Tensor x = new RandomTensors(11).packed(DType.F64, 1, 1, 3, 4);
        Twins.check(op, x, Tensor.of(places, 1, 1, 6, 2));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void affineGrids(DType dtype) {
    RandomTensors tensors = new RandomTensors(12);
    for (boolean isAligned : new boolean[] {false, true}) {
      AffineGrid op = new AffineGrid(isAligned);
      Tensor flat = Tensor.of(new long[] {3, 1, 7, 50}, 4);
      Twins.check(op, Decomposed.numbers(tensors, dtype, 3, 2, 3), flat);
      Tensor deep = Tensor.of(new long[] {2, 4, 3, 1, 5}, 5);
      Twins.check(op, Decomposed.numbers(tensors, dtype, 2, 3, 4), deep);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void shiftedConvolutions(DType dtype) {
    for (long seed = 0; seed < 8; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Random random = tensors.random();
      int group = 1 + random.nextInt(2);
      int offsetGroup = 1 + random.nextInt(2);
      long channels = (1L + random.nextInt(2)) * group * offsetGroup;
      long[] w = {(long) group * random.nextInt(12), channels / group, 2, 1 + random.nextInt(3)};
      Window window =
          new Window(
              List.of(1 + random.nextInt(2), 1),
              List.of(random.nextInt(3), 1),
              List.of(1, 1),
              List.of(1, 1 + random.nextInt(2)));
      long rows = (6L + window.padsBegin().get(0) + 1 - 2) / window.strides().get(0) + 1;
      long columns = 7 + 2 - ((w[3] - 1) * window.dilations().get(1) + 1) + 1;
      long field = offsetGroup * w[2] * w[3];
      long images = 1L + random.nextInt(3);
      Twins.check(
          new DeformConv(window, group, offsetGroup),
          Decomposed.numbers(tensors, dtype, images, channels, 6, 7),
          Decomposed.numbers(tensors, dtype, w),
          Decomposed.numbers(tensors, dtype, images, 2 * field, rows, columns),
          seed % 2 == 0 ? null : Decomposed.numbers(tensors, dtype, w[0]),
          seed % 3 == 0 ? null : Decomposed.numbers(tensors, dtype, images, field, rows, columns));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void regions(DType dtype) {
    for (long seed = 0; seed < 12; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Random random = tensors.random();
      RoiAlign op =
          new RoiAlign(
              seed % 2 == 0,
              1 + random.nextInt(4),
              1 + random.nextInt(3),
              random.nextInt(3),
              random.nextBoolean() ? 1 : 0.7f,
              random.nextBoolean());
      long[] images = random.longs(random.nextInt(6), 0, 2).toArray();
      Twins.check(
          op,
          tensors.packed(dtype, 2, 3, 1 + random.nextInt(8), 6),
          Decomposed.numbers(tensors, dtype, images.length, 4),
          Tensor.of(images, images.length));
    }
  }

  @Test
  void regionsOfNoImageAreRefused() {
    RoiAlign op = new RoiAlign(true, 2, 2, 1, 1, false);
    Tensor x = Tensor.of(new float[8], 2, 1, 2, 2);
    Tensor regions = Tensor.of(new float[8], 2, 4);
    for (long image : new long[] {-1, 2}) {
      Tensor images = Tensor.of(new long[] {1, image}, 2);
      assertThatThrownBy(() -> Twins.onDevice(op, x, regions, images))
          .isInstanceOf(InvalidValue.class)
          .hasMessageContaining("a region is of image " + image + " of 2");
    }
  }

  private static Tensor grid(DType dtype, long... dims) {
    return new RandomTensors(13).packed(dtype, dims);
  }
}
