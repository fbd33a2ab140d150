package io.pelton.onnx.oracle.operator;

import static io.pelton.onnx.oracle.operator.Definition.flat;
import static io.pelton.onnx.oracle.operator.Definition.place;

import io.pelton.onnx.oracle.operator.Definition.Grid;
import java.util.Arrays;

/** Resize from version 11 on. */
final class ResizeDefinition {
  private final DrawnNode node;
  private final long[] x;
  private final long[] y;
  private final double[] scales;
  private final double[] starts;
  private final double[] ends;

  private ResizeDefinition(DrawnNode node) {
    this.node = node;
    this.x = node.dims(0);
    this.y = x.clone();
    this.scales = new double[x.length];
    this.starts = new double[x.length];
    this.ends = new double[x.length];
    Arrays.fill(scales, 1);
    Arrays.fill(ends, 1);
    long[] all = new long[x.length];
    Arrays.setAll(all, axis -> axis);
    long[] axes = node.integers("axes", all);
    double common = node.has(3) ? common(axes) : 0;
    for (int i = 0; i < axes.length; i++) {
      int axis = axis(axes[i]);
      if (node.has(1)) {
        starts[axis] = node.numbers(1)[i];
        ends[axis] = node.numbers(1)[i + axes.length];
      }
      if (!node.has(3)) {
        scales[axis] = node.numbers(2)[i];
        y[axis] = (long) Math.floor(x[axis] * scales[axis]);
      } else if (common > 0) {
        scales[axis] = common;
        y[axis] = (long) Math.floor(common * x[axis] + 0.5);
      } else {
        y[axis] = node.integers(3)[i];
        scales[axis] = (double) y[axis] / x[axis];
      }
    }
  }

  private int axis(long named) {
    return (int) (named < 0 ? named + x.length : named);
  }

  /** The scale of all axes, or 0 where each has its own. */
  private double common(long... axes) {
    String policy = node.text("keep_aspect_ratio_policy", "stretch");
    double common = policy.equals("not_larger") ? Double.MAX_VALUE : 0;
    for (int i = 0; !policy.equals("stretch") && i < axes.length; i++) {
      double own = (double) node.integers(3)[i] / x[axis(axes[i])];
      common = policy.equals("not_larger") ? Math.min(common, own) : Math.max(common, own);
    }
    return common;
  }

  static Grid of(DrawnNode node) {
    return new ResizeDefinition(node).result();
  }

  private Grid result() {
    Grid result = new Grid(y);
    for (int at = 0; at < result.numbers().length; at++) {
      long[] out = place(at, y);
      double[] coordinates = new double[x.length];
      boolean isOutside = false;
      for (int axis = 0; axis < x.length; axis++) {
        coordinates[axis] = coordinate(axis, out[axis]);
        isOutside |=
            mode().equals("tf_crop_and_resize")
                && (coordinates[axis] < 0 || coordinates[axis] > x[axis] - 1);
      }
      result.numbers()[at] =
          isOutside
              ? node.number("extrapolation_value", 0)
              : sum(coordinates, new long[x.length], 0);
    }
    return result;
  }

  private String mode() {
    return node.text("coordinate_transformation_mode", "half_pixel");
  }

  private double coordinate(int axis, long at) {
    double scale = scales[axis];
    double length = x[axis];
    double exact = scale * length; // the standard's own vectors leave the length as it is
    double half = (at + 0.5) / scale - 0.5;
    return switch (mode()) {
      case "half_pixel" -> half;
      case "half_pixel_symmetric" -> length / 2 * (1 - y[axis] / exact) + half;
      case "pytorch_half_pixel" -> y[axis] > 1 ? half : 0;
      case "tf_half_pixel_for_nn" -> (at + 0.5) / scale;
      case "align_corners" -> exact == 1 ? 0 : at * (length - 1) / (exact - 1);
      case "asymmetric" -> at / scale;
      default ->
          exact == 1
              ? (starts[axis] + ends[axis]) / 2 * (length - 1)
              : starts[axis] * (length - 1)
                  + at * (ends[axis] - starts[axis]) * (length - 1) / (exact - 1);
    };
  }

  /** Over the neighbours along an axis and those behind it. */
  private double sum(double[] coordinates, long[] chosen, int axis) {
    if (axis == x.length) {
      return node.numbers(0)[flat(x, chosen)];
    }
    if (node.text("mode", "nearest").equals("nearest")) {
      chosen[axis] = inside(axis, nearest(coordinates[axis]));
      return sum(coordinates, chosen, axis + 1);
    }
    double sum = 0;
    double weights = 0;
    double stretch = stretch(axis);
    long reach = (long) Math.ceil(2 * stretch) + 1;
    long center = (long) Math.floor(coordinates[axis]);
    for (long at = center - reach; at <= center + reach; at++) {
      double weight = weight(Math.abs(at - coordinates[axis]) / stretch);
      boolean isLeftOut = node.integer("exclude_outside", 0) == 1 && (at < 0 || at >= x[axis]);
      if (weight != 0 && !isLeftOut) {
        chosen[axis] = inside(axis, at);
        sum += weight * sum(coordinates, chosen, axis + 1);
        weights += weight;
      }
    }
    return sum / weights;
  }

  private double stretch(int axis) {
    return node.integer("antialias", 0) == 1 ? Math.max(1, 1 / scales[axis]) : 1;
  }

  private double weight(double distance) {
    return node.text("mode", "nearest").equals("linear")
        ? Math.max(0, 1 - distance)
        : SampleDefinitions.cubic(distance, node.number("cubic_coeff_a", -0.75f));
  }

  private long inside(int axis, long at) {
    return Math.min(Math.max(at, 0), x[axis] - 1);
  }

  private long nearest(double coordinate) {
    return (long)
        switch (node.text("nearest_mode", "round_prefer_floor")) {
          case "floor" -> Math.floor(coordinate);
          case "ceil" -> Math.ceil(coordinate);
          case "round_prefer_ceil" -> Math.floor(coordinate + 0.5);
          default -> Math.ceil(coordinate - 0.5);
        };
  }
}
