package io.pelton.cpu.kernel.sample;

import io.pelton.engine.graph.Sampling;

/**
 * Weights of the elements around a coordinate. Element 0 is the one to its left, at a distance
 * above 0, so that a coordinate on an element has that one as element 1.
 */
final class Coefficients {
  private final Sampling sampling;
  private final double scale;

  /**
   * @param scale output by input
   */
  Coefficients(Sampling sampling, double scale) {
    this.sampling = sampling;
    this.scale = scale;
  }

  /** The first element that has a weight. */
  int first() {
    return switch (sampling.interpolation()) {
      case NEAREST -> 0;
      case LINEAR -> spread() < 1 ? (int) Math.floor(-1 / spread()) + 1 : 0;
      case CUBIC -> spread() < 1 ? (int) Math.floor(-2 / spread()) + 1 : -1;
    };
  }

  /** One weight for each element from {@link #first}; as many to the right as to the left. */
  double[] of(double ratio) {
    int first = first();
    double[] weights = new double[2 - 2 * first];
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      weights[i] = weight(first + i, ratio);
      sum += weights[i];
    }
    if (sampling.antialias()) {
      for (int i = 0; i < weights.length; i++) {
        weights[i] /= sum;
      }
    }
    return weights;
  }

  private double spread() {
    return sampling.antialias() ? Math.min(scale, 1) : 1;
  }

  private double weight(int element, double ratio) {
    double distance = Math.abs(element - ratio) * spread();
    return switch (sampling.interpolation()) {
      case NEAREST -> isRight(ratio) == (element == 1) ? 1 : 0;
      case LINEAR -> Math.max(1 - distance, 0);
      case CUBIC -> cubic(distance);
    };
  }

  private boolean isRight(double ratio) {
    return ratio == 1
        || switch (sampling.rounding()) {
          case PREFER_FLOOR -> ratio > 0.5;
          case PREFER_CEIL -> ratio >= 0.5;
          case FLOOR -> false;
          case CEIL -> true;
          case ADAPTIVE -> scale < 1;
        };
  }

  private double cubic(double x) {
    double a = sampling.cubic();
    if (x <= 1) {
      return ((a + 2) * x - (a + 3)) * x * x + 1;
    }
    return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
  }
}
