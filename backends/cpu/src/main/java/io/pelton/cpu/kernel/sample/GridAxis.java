package io.pelton.cpu.kernel.sample;

import io.pelton.engine.graph.SampleOp.GridSample;
import io.pelton.engine.graph.Sampling.Interpolation;

/** One axis of an image that is sampled: which elements a coordinate picks, and their weights. */
final class GridAxis {
  private static final double CUBIC = -0.75;

  /** Of {@link #count} elements; -1 for those that are zero. */
  final int[] index = new int[4];

  final double[] weight = new double[4];

  private final GridSample op;
  private final int length;
  private final boolean isSingle;
  private final double least;
  private final double most;

  /**
   * @param isSingle coordinates are computed in float32
   */
  GridAxis(GridSample op, int length, boolean isSingle) {
    this.op = op;
    this.length = length;
    this.isSingle = isSingle;
    this.least = op.isAligned() ? 0 : -0.5;
    this.most = op.isAligned() ? length - 1.0 : length - 0.5;
    weight[0] = 1;
  }

  int count() {
    return switch (op.interpolation()) {
      case NEAREST -> 1;
      case LINEAR -> 2;
      case CUBIC -> 4;
    };
  }

  /**
   * @param place from -1 to 1
   */
  void locate(double place) {
    boolean isNearest = op.interpolation() == Interpolation.NEAREST;
    double element = isSingle ? single((float) place) : exact(place);
    double inside = inside(isNearest ? Math.rint(element) : element);
    double floor = Math.floor(inside);
    double ratio = inside - floor;
    int first = (int) floor - (op.interpolation() == Interpolation.CUBIC ? 1 : 0);
    for (int i = 0; i < count(); i++) {
      index[i] = element(first + i);
    }
    switch (op.interpolation()) {
      case NEAREST -> weight[0] = 1;
      case LINEAR -> {
        weight[0] = 1 - ratio;
        weight[1] = ratio;
      }
      case CUBIC -> {
        weight[0] = outer(ratio + 1);
        weight[1] = inner(ratio);
        weight[2] = inner(1 - ratio);
        weight[3] = outer(2 - ratio);
      }
    }
  }

  private double single(float place) {
    return op.isAligned() ? (place + 1) / 2 * (length - 1) : ((place + 1) * length - 1) / 2;
  }

  private double exact(double place) {
    return op.isAligned() ? (place + 1) / 2 * (length - 1) : ((place + 1) * length - 1) / 2;
  }

  private double inside(double element) {
    if (element >= least && element <= most) {
      return element;
    }
    return switch (op.padding()) {
      case ZEROS -> element;
      case BORDER -> Math.min(Math.max(element, -margin()), length - 1.0 + margin());
      case REFLECTION -> reflected(element);
    };
  }

  /** Polynomials go on until all of their elements are beyond the ends. */
  private double margin() {
    return op.interpolation() == Interpolation.CUBIC ? 3 : 0;
  }

  private int element(int at) {
    if (at >= 0 && at < length) {
      return at;
    }
    return switch (op.padding()) {
      case ZEROS -> -1;
      case BORDER -> Math.min(Math.max(at, 0), length - 1);
      case REFLECTION -> Math.min(Math.max((int) reflected(at), 0), length - 1);
    };
  }

  private double reflected(double element) {
    double range = most - least;
    if (range <= 0) {
      return least;
    }
    double beyond = element < least ? least - element : element - most;
    if (beyond <= 0) {
      return element;
    }
    double turns = Math.floor(beyond / range);
    double rest = beyond - turns * range;
    boolean isNear = (turns % 2 == 0) == element < least;
    return isNear ? least + rest : most - rest;
  }

  private static double inner(double x) {
    return ((CUBIC + 2) * x - (CUBIC + 3)) * x * x + 1;
  }

  private static double outer(double x) {
    return ((CUBIC * x - 5 * CUBIC) * x + 8 * CUBIC) * x - 4 * CUBIC;
  }
}
