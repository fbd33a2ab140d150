package io.pelton.cpu.kernel;

import static io.pelton.cpu.kernel.RowExample.ROWS;

import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.graph.SampleOp.Resample;
import io.pelton.engine.graph.Sampling;
import io.pelton.engine.graph.Sampling.Coordinates;
import io.pelton.engine.graph.Sampling.Interpolation;
import io.pelton.engine.graph.Sampling.Rounding;
import io.pelton.engine.kernel.BindingKey;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.stream.Stream;

/** What reads, spreads or transforms images and signals. */
final class ImageExamples {
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
      default -> Stream.empty();
    };
  }

  private RowExample resampling(Interpolation interpolation) {
    Sampling sampling =
        new Sampling(
            interpolation, Rounding.CEIL, Coordinates.HALF_PIXEL, -0.75, false, false, 0);
    Tensor length = Tensor.of(new long[] {6}, 1);
    return RowExample.of(new Resample(1, sampling), next(ROWS, 4, 3), length);
  }

  private Tensor next(long... dims) {
    return tensors.packed(dtype, dims);
  }
}
