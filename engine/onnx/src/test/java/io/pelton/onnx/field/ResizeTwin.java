package io.pelton.onnx.field;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * Resize along one axis by the text of the operator: places are rational numbers, so that halves
 * are halves.
 *
 * @param scale output by input
 * @param start of the region, in parts of the axis
 * @param end of the region
 */
record ResizeTwin(
    String coordinates, int length, int outputs, Ratio scale, Ratio start, Ratio end) {
  /** How neighbours are weighed. */
  record Filter(String mode, double cubic, boolean antialias, boolean excludesOutside) {}

  /** To a number of elements. */
  static ResizeTwin to(String coordinates, int length, int outputs) {
    return new ResizeTwin(
        coordinates, length, outputs, Ratio.of(outputs, length), Ratio.of(0), Ratio.of(1));
  }

  Ratio place(int output) {
    Ratio resized = scale.times(Ratio.of(length));
    Ratio half = Ratio.of(2L * output + 1, 2).by(scale).minus(Ratio.HALF);
    boolean isSingle = resized.compareTo(Ratio.of(1)) == 0;
    Ratio last = Ratio.of(length - 1L);
    return switch (coordinates) {
      case "half_pixel" -> half;
      case "half_pixel_symmetric" ->
          Ratio.of(length, 2).times(Ratio.of(1).minus(Ratio.of(outputs).by(resized))).plus(half);
      case "pytorch_half_pixel" -> outputs == 1 ? Ratio.of(0) : half;
      case "tf_half_pixel_for_nn" -> half.plus(Ratio.HALF);
      case "align_corners" ->
          isSingle ? Ratio.of(0) : Ratio.of(output).times(last).by(resized.minus(Ratio.of(1)));
      case "asymmetric" -> Ratio.of(output).by(scale);
      case "tf_crop_and_resize" ->
          isSingle
              ? start.plus(end).times(last).times(Ratio.HALF)
              : start
                  .times(last)
                  .plus(
                      end.minus(start)
                          .times(Ratio.of(output))
                          .times(last)
                          .by(resized.minus(Ratio.of(1))));
      default -> throw new IllegalArgumentException(coordinates);
    };
  }

  double[] nearest(String rounding, double extrapolation, double... x) {
    return each(
        extrapolation,
        place -> {
          int index =
              switch (rounding) {
                case "round_prefer_floor" -> place.minus(Ratio.HALF).ceil();
                case "round_prefer_ceil" -> place.plus(Ratio.HALF).floor();
                case "floor" -> place.floor();
                case "ceil" -> place.ceil();
                default -> throw new IllegalArgumentException(rounding);
              };
          return x[clamped(index)];
        });
  }

  double[] filtered(Filter filter, double extrapolation, double... x) {
    double spread = filter.antialias() ? Math.min(scale.toDouble(), 1) : 1;
    DoubleUnaryOperator weight = weight(filter);
    int reach = (int) Math.ceil(2 / spread) + 1;
    return each(
        extrapolation,
        place -> {
          double sum = 0;
          double total = 0;
          for (int at = place.floor() - reach; at <= place.floor() + reach; at++) {
            boolean isInside = at >= 0 && at < length;
            double distance = Math.abs(Ratio.of(at).minus(place).toDouble()) * spread;
            if (isInside || !filter.excludesOutside()) {
              sum += weight.applyAsDouble(distance) * x[clamped(at)];
              total += weight.applyAsDouble(distance);
            }
          }
          return sum / total;
        });
  }

  private static DoubleUnaryOperator weight(Filter filter) {
    double a = filter.cubic();
    if (filter.mode().equals("linear")) {
      return t -> Math.max(1 - t, 0);
    }
    return t -> {
      if (t <= 1) {
        return (a + 2) * t * t * t - (a + 3) * t * t + 1;
      }
      return t < 2 ? a * t * t * t - 5 * a * t * t + 8 * a * t - 4 * a : 0;
    };
  }

  private interface Sample {
    double at(Ratio place);
  }

  private double[] each(double extrapolation, Sample sample) {
    double[] y = new double[outputs];
    Arrays.setAll(
        y,
        output -> {
          Ratio place = place(output);
          boolean isOutside =
              coordinates.equals("tf_crop_and_resize")
                  && (place.compareTo(Ratio.of(0)) < 0
                      || place.compareTo(Ratio.of(length - 1L)) > 0);
          return isOutside ? extrapolation : sample.at(place);
        });
    return y;
  }

  private int clamped(int index) {
    return Math.min(Math.max(index, 0), length - 1);
  }
}
