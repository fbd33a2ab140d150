package io.pelton.cpu.kernel.sample;

import io.pelton.engine.graph.Sampling.Coordinates;

/**
 * Where outputs lie on an axis of the input. Quotients come last, so that they are exact where they
 * lie on an element or half-way between two.
 *
 * @param above what the scale, output by input, is the quotient of
 * @param below its divisor
 * @param start of the region, in parts of the axis
 * @param end of the region
 */
record Coordinate(
    Coordinates mode,
    int length,
    int outputs,
    double above,
    double below,
    double start,
    double end) {
  double scale() {
    return above / below;
  }

  double of(int output) {
    // the standard's reference does not round it
    double resized = above * length / below;
    return switch (mode) {
      case HALF_PIXEL -> half(output);
      case HALF_PIXEL_SYMMETRIC -> length / 2.0 * (1 - outputs / resized) + half(output);
      case PYTORCH_HALF_PIXEL -> outputs == 1 ? 0 : half(output);
      case HALF_PIXEL_FOR_NEAREST -> (output + 0.5) * below / above;
      case ALIGN_CORNERS -> resized == 1 ? 0 : output * (length - 1.0) / (resized - 1);
      case ASYMMETRIC -> output * below / above;
      case CROP_AND_RESIZE ->
          resized == 1
              ? (start + end) * (length - 1) / 2
              : start * (length - 1) + output * (end - start) * (length - 1) / (resized - 1);
    };
  }

  /** True for outputs that have no place on the axis. */
  boolean isOutside(double place) {
    return mode == Coordinates.CROP_AND_RESIZE && (place < 0 || place > length - 1);
  }

  private double half(int output) {
    return (output + 0.5) * below / above - 0.5;
  }
}
