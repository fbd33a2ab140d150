package io.pelton.onnx.oracle;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Draws numbers for features: at thresholds, beside them, and where numbers are odd. */
final class FeatureDraw {
  private FeatureDraw() {}

  /** A threshold that is a number of the dtype. */
  static double threshold(Draw draw, DType dtype) {
    if (!dtype.isFloat()) {
      return draw.chance(0.7) ? draw.between(-5, 9) : draw.between(-10, 10) / 2.0;
    }
    double drawn =
        switch (draw.below(10)) {
          case 0 -> 0.0;
          case 1 -> -0.0;
          case 2 -> draw.one(0.1, (double) 0.1f, -0.3, 1.0 / 3);
          case 3 -> draw.one(Float.MIN_VALUE, -Float.MIN_VALUE, 1e-40f, Float.MIN_NORMAL);
          case 4 -> draw.one(1e30f, -1e30f, Float.MAX_VALUE, -Float.MAX_VALUE);
          case 5, 6 -> draw.between(-3, 9);
          default -> dtype == DType.F64 ? draw.normal() * 1.7 : draw.normal() * 2;
        };
    return dtype == DType.F64 ? drawn : (float) drawn;
  }

  /**
   * @param thresholds by feature; what the rows are likely to hit
   */
  static Tensor rows(
      Draw draw, DType dtype, int rows, int features, Map<Integer, List<Double>> thresholds) {
    double[] numbers = new double[rows * features];
    for (int i = 0; i < numbers.length; i++) {
      List<Double> hit = thresholds.getOrDefault(i % features, List.of(0.0));
      numbers[i] = number(draw, dtype, draw.one(hit));
    }
    if (dtype.isFloat()) {
      return Tensors.of(dtype, numbers, rows, features);
    }
    long[] longs = new long[numbers.length];
    for (int i = 0; i < longs.length; i++) {
      longs[i] = (long) numbers[i];
    }
    return Tensors.of(dtype, longs, rows, features);
  }

  /** Ordinary numbers, some of them simple, with a missing one now and then. */
  static Tensor plain(Draw draw, DType dtype, int rows, int features) {
    return plain(draw, dtype, rows, features, 0.01);
  }

  /**
   * @param missing the share of NaN
   */
  static Tensor plain(Draw draw, DType dtype, int rows, int features, double missing) {
    double[] numbers = new double[rows * features];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = dtype.isFloat() ? draw.normalOrSimple() : draw.between(-6, 6);
      if (dtype.isFloat() && draw.chance(0.01)) {
        numbers[i] = draw.one(0.0, -0.0);
      }
      if (dtype.isFloat() && draw.chance(missing)) {
        numbers[i] = Double.NaN;
      }
    }
    if (dtype.isFloat()) {
      return Tensors.of(dtype, numbers, rows, features);
    }
    return Tensors.of(
        dtype, Arrays.stream(numbers).mapToLong(n -> (long) n).toArray(), rows, features);
  }

  private static double number(Draw draw, DType dtype, double threshold) {
    if (!dtype.isFloat()) {
      return draw.chance(0.05)
          ? draw.one(16777217, -16777219, Integer.MAX_VALUE, Integer.MIN_VALUE)
          : Math.floor(threshold) + draw.between(-2, 2);
    }
    return switch (draw.below(20)) {
      case 0, 1, 2, 3, 4 -> threshold;
      case 5, 6 -> beside(dtype, threshold, 1);
      case 7, 8 -> beside(dtype, threshold, -1);
      case 9, 10 -> Double.NaN;
      case 11 -> Double.POSITIVE_INFINITY;
      case 12 -> Double.NEGATIVE_INFINITY;
      case 13 -> draw.one(0.0, -0.0);
      case 14 -> draw.one(Float.MIN_VALUE, -Float.MIN_VALUE, 1e-40f);
      case 15 -> -threshold;
      case 16, 17 -> draw.between(-2, 10);
      default -> draw.normal() * 3;
    };
  }

  private static double beside(DType dtype, double threshold, int side) {
    double direction = side * Double.POSITIVE_INFINITY;
    return dtype == DType.F64
        ? Math.nextAfter(threshold, direction)
        : Math.nextAfter((float) threshold, direction);
  }
}
