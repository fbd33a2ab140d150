package io.pelton.cpu.kernel;

import static io.pelton.cpu.kernel.RowExample.ROWS;

import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.SampleOp.AffineGrid;
import io.pelton.engine.graph.SampleOp.DeformConv;
import io.pelton.engine.graph.SampleOp.GridSample;
import io.pelton.engine.graph.SampleOp.GridSample.Padding;
import io.pelton.engine.graph.SampleOp.MaxRoiPool;
import io.pelton.engine.graph.SampleOp.Resample;
import io.pelton.engine.graph.SampleOp.RoiAlign;
import io.pelton.engine.graph.Sampling;
import io.pelton.engine.graph.Sampling.Coordinates;
import io.pelton.engine.graph.Sampling.Interpolation;
import io.pelton.engine.graph.Sampling.Rounding;
import io.pelton.engine.graph.SignalOp.Dft;
import io.pelton.engine.graph.SignalOp.Stft;
import io.pelton.engine.graph.SpreadOp.ColumnsToImage;
import io.pelton.engine.graph.SpreadOp.ConvTranspose;
import io.pelton.engine.graph.Window;
import io.pelton.engine.kernel.BindingKey;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Half;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleToIntFunction;
import java.util.stream.Stream;

/** What reads, spreads or transforms images and signals. */
final class ImageExamples {
  private static final Window WINDOW =
      new Window(List.of(2, 1), List.of(1, 0), List.of(1, 1), List.of(1, 1));

  private final BindingKey key;
  private final DType dtype;
  private final RandomTensors tensors;

  private ImageExamples(BindingKey key, RandomTensors tensors) {
    this.key = key;
    this.dtype = key.inputs().get(0);
    this.tensors = tensors;
  }

  static Stream<RowExample> of(BindingKey key, RandomTensors tensors) {
    return new ImageExamples(key, tensors).candidates();
  }

  private Stream<RowExample> candidates() {
    return switch (key.kind()) {
      case RESAMPLE ->
          Stream.of(Interpolation.values())
              .filter(interpolation -> dtype.isFloat() || interpolation == Interpolation.NEAREST)
              .map(this::resampling);
      case CONV_TRANSPOSE ->
          one(
              new ConvTranspose(WINDOW, List.of(1, 0), 2),
              Set.of(0),
              next(ROWS, 4, 3, 4),
              next(4, 3, 3, 2),
              next(6));
      case COLUMNS_TO_IMAGE ->
          one(
              new ColumnsToImage(WINDOW),
              Set.of(0),
              next(ROWS, 8, 12),
              Tensor.of(new long[] {4, 4}, 2),
              Tensor.of(new long[] {2, 2}, 2));
      case GRID_SAMPLE ->
          one(
              new GridSample(Interpolation.CUBIC, Padding.REFLECTION, false),
              Set.of(0, 1),
              next(ROWS, 2, 4, 3),
              tensors.packed(last(), ROWS, 3, 2, 2));
      case AFFINE_GRID ->
          one(
              new AffineGrid(true),
              Set.of(0),
              next(ROWS, 2, 3),
              Tensor.of(new long[] {ROWS, 1, 3, 4}, 4));
      case ROI_ALIGN ->
          one(
              new RoiAlign(true, 2, 3, 2, 1, true),
              Set.of(1, 2),
              next(2, 2, 5, 6),
              next(ROWS, 4),
              Tensor.of(new long[] {0, 1, 1, 0, 0, 1, 0, 1, 1}, ROWS));
      case MAX_ROI_POOL -> one(new MaxRoiPool(2, 3, 0.5f), Set.of(1), next(2, 2, 5, 6), regions());
      case DEFORM_CONV ->
          one(
              new DeformConv(WINDOW, 2, 2),
              Set.of(0, 2, 4),
              next(ROWS, 4, 5, 4),
              next(6, 2, 2, 2),
              next(ROWS, 16, 3, 4),
              next(6),
              next(ROWS, 8, 3, 4));
      case DFT ->
          Stream.of(
              RowExample.of(new Dft(1, false, true), next(ROWS, 6, 2, 1)),
              RowExample.of(
                  new Dft(2, true, true), next(ROWS, 2, 4, 2), Tensor.of(new long[] {5}, 1)));
      case STFT ->
          one(new Stft(true), Set.of(0), next(ROWS, 10, 1), Tensor.of(new long[] {2}, 1), next(4));
      default -> Stream.empty();
    };
  }

  private static Stream<RowExample> one(Op op, Set<Integer> rowOperands, Tensor... operands) {
    return Stream.of(RowExample.of(op, rowOperands, operands));
  }

  private DType last() {
    return key.inputs().get(key.inputs().size() - 1);
  }

  private RowExample resampling(Interpolation interpolation) {
    Sampling sampling =
        new Sampling(interpolation, Rounding.CEIL, Coordinates.HALF_PIXEL, -0.75, false, false, 0);
    Tensor length = Tensor.of(new long[] {6}, 1);
    return RowExample.of(new Resample(1, sampling), next(ROWS, 4, 3), length);
  }

  /** Of the images in turn, each larger than the one before. */
  private Tensor regions() {
    double[] regions = new double[ROWS * 5];
    for (int row = 0; row < ROWS; row++) {
      double[] region = {row % 2, 1, 2, row + 2, row + 3};
      System.arraycopy(region, 0, regions, row * 5, 5);
    }
    Object array =
        switch (dtype) {
          case F64 -> regions;
          case F32 -> floats(regions);
          case F16 -> halves(regions, Half::doubleToF16);
          default -> halves(regions, Half::doubleToBf16);
        };
    return Tensor.wrap(dtype, array, ROWS, 5);
  }

  private static float[] floats(double... numbers) {
    float[] floats = new float[numbers.length];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) numbers[i];
    }
    return floats;
  }

  private static short[] halves(double[] numbers, DoubleToIntFunction rounding) {
    short[] halves = new short[numbers.length];
    for (int i = 0; i < halves.length; i++) {
      halves[i] = (short) rounding.applyAsInt(numbers[i]);
    }
    return halves;
  }

  private Tensor next(long... dims) {
    return tensors.packed(dtype, dims);
  }
}
