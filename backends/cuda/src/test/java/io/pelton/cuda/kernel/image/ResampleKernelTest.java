package io.pelton.cuda.kernel.image;

import io.pelton.cpu.testing.Decomposed;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.testing.Twins;
import io.pelton.engine.graph.SampleOp.Resample;
import io.pelton.engine.graph.Sampling;
import io.pelton.engine.graph.Sampling.Coordinates;
import io.pelton.engine.graph.Sampling.Interpolation;
import io.pelton.engine.graph.Sampling.Rounding;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(OnEmulatedDriver.class)
class ResampleKernelTest {
  private static final List<Rounding> ROUNDINGS = List.of(Rounding.values());
  private static final long UNIT = 1L << Resample.FRACTION_BITS;

  @ParameterizedTest
  @EnumSource(Coordinates.class)
  void everyInterpolation(Coordinates coordinates) {
    RandomTensors tensors = new RandomTensors(2);
    Random random = tensors.random();
    for (Interpolation interpolation : Interpolation.values()) {
      for (int choice = 0; choice < 4; choice++) {
        boolean antialias = choice % 2 == 1 && interpolation != Interpolation.NEAREST;
        Rounding rounding = ROUNDINGS.get(random.nextInt(ROUNDINGS.size()));
        Sampling sampling =
            new Sampling(interpolation, rounding, coordinates, -0.5, antialias, choice > 1, 7);
        check(sampling, tensors, DType.F32);
      }
    }
  }

  private static void check(Sampling sampling, RandomTensors tensors, DType dtype) {
    Random random = tensors.random();
    Tensor x = Decomposed.numbers(tensors, dtype, 2, 1 + random.nextInt(9), 3, random.nextInt(3));
    for (int axis : new int[] {1, 2}) {
      for (long length : new long[] {0, 1, 4, 13}) {
        Tensor outputs = Tensor.of(new long[] {length}, 1);
        Twins.check(new Resample(axis, sampling), x, outputs);
        Tensor scale = Tensor.of(new long[] {1 + random.nextInt(9), 1 + random.nextInt(9)}, 2);
        Tensor region = Tensor.of(new long[] {random.nextLong(UNIT) - UNIT / 2, UNIT}, 2);
        Twins.check(new Resample(axis, sampling), x, outputs, scale, region);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F16", "BF16"})
  void floats(DType dtype) {
    RandomTensors tensors = new RandomTensors(20);
    for (Interpolation interpolation : Interpolation.values()) {
      check(sampling(interpolation, false), tensors, dtype);
      check(sampling(interpolation, interpolation != Interpolation.NEAREST), tensors, dtype);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"I64", "I32", "I16", "I8", "U64", "U32", "U16", "U8", "BOOL"})
  void integersAreCopied(DType dtype) {
    RandomTensors tensors = new RandomTensors(21);
    for (long length : new long[] {2, 7}) {
      Tensor outputs = Tensor.of(new long[] {length}, 1);
      Tensor region = Tensor.of(new long[] {0, 2 * UNIT}, 2);
      Sampling crop =
          new Sampling(
              Interpolation.NEAREST,
              Rounding.PREFER_CEIL,
              Coordinates.CROP_AND_RESIZE,
              0,
              false,
              false,
              1);
      Tensor x = tensors.next(dtype, 3, 5, 2);
      Twins.check(new Resample(1, sampling(Interpolation.NEAREST, false)), x, outputs);
      Twins.check(new Resample(1, crop), x, outputs, null, region);
    }
  }

  /** More slices than a grid has rows, and more outputs than a block has threads. */
  @Test
  void manySlices() {
    RandomTensors tensors = new RandomTensors(22);
    Sampling linear = sampling(Interpolation.LINEAR, false);
    Tensor five = Tensor.of(new long[] {5}, 1);
    Twins.check(new Resample(1, linear), tensors.packed(DType.F32, 5000, 3), five);
    for (int axis : new int[] {1, 2}) {
      Tensor length = Tensor.of(new long[] {41}, 1);
      Twins.check(new Resample(axis, linear), tensors.packed(DType.F32, 6, 19, 23), length);
    }
  }

  private static Sampling sampling(Interpolation interpolation, boolean antialias) {
    return new Sampling(
        interpolation, Rounding.ADAPTIVE, Coordinates.HALF_PIXEL, -0.75, antialias, false, 0);
  }
}
