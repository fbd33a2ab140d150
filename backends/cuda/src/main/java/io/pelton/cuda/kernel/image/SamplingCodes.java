package io.pelton.cuda.kernel.image;

import io.pelton.engine.graph.SampleOp.GridSample.Padding;
import io.pelton.engine.graph.Sampling.Coordinates;
import io.pelton.engine.graph.Sampling.Interpolation;
import io.pelton.engine.graph.Sampling.Rounding;

/** The choices of {@code sampling.cuh}. */
final class SamplingCodes {
  private SamplingCodes() {}

  static int of(Interpolation interpolation) {
    return switch (interpolation) {
      case NEAREST -> 0;
      case LINEAR -> 1;
      case CUBIC -> 2;
    };
  }

  static int of(Rounding rounding) {
    return switch (rounding) {
      case PREFER_FLOOR -> 0;
      case PREFER_CEIL -> 1;
      case FLOOR -> 2;
      case CEIL -> 3;
      case ADAPTIVE -> 4;
    };
  }

  static int of(Coordinates coordinates) {
    return switch (coordinates) {
      case HALF_PIXEL -> 0;
      case HALF_PIXEL_SYMMETRIC -> 1;
      case PYTORCH_HALF_PIXEL -> 2;
      case HALF_PIXEL_FOR_NEAREST -> 3;
      case ALIGN_CORNERS -> 4;
      case ASYMMETRIC -> 5;
      case CROP_AND_RESIZE -> 6;
    };
  }

  static int of(Padding padding) {
    return switch (padding) {
      case ZEROS -> 0;
      case BORDER -> 1;
      case REFLECTION -> 2;
    };
  }
}
