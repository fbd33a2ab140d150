package io.pelton.onnx.oracle.operator;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.number;
import static io.pelton.onnx.TestAttributes.numbers;
import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.oracle.operator.OperatorDraws.ALL;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.oracle.Draw;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Resize and its predecessor Upsample. */
final class ResizeDraws {
  private static final int SYMMETRIC_SINCE = 19;
  private static final int AXES_SINCE = 18;

  private ResizeDraws() {}

  static void addTo(OperatorDraws draws) {
    draws.add("Resize", ALL, ResizeDraws::resize);
    draws.add("Upsample", ALL, ResizeDraws::upsample);
  }

  /** Scales by which coordinates are exact in float32. */
  private static float scale(Draw draw, boolean isUp) {
    return isUp ? draw.one(1f, 2f, 1.5f, 3f, 4f) : draw.one(1f, 0.5f, 2f, 0.75f, 1.5f, 0.25f, 3f);
  }

  private static String mode(NodeCase node, String... modes) {
    DType dtype = node.dtype();
    boolean isNumeric = dtype.isFloat() || dtype.isInteger();
    String mode = isNumeric ? node.draw().one(modes) : "nearest";
    if (!mode.equals("nearest") || node.draw().chance(0.5)) {
      node.attribute(text("mode", mode));
    }
    return mode;
  }

  private static void upsample(NodeCase node) {
    Draw draw = node.draw();
    int rank = node.since(7) ? draw.one(1, 2, 3, 4, 4, 5) : 4;
    long[] dims = node.values().lengths(rank);
    node.operand(node.values().plain(node.dtype(), dims));
    if (!node.since(7)) {
      node.attribute(number("height_scale", scale(draw, true)));
      node.attribute(number("width_scale", scale(draw, true)));
      mode(node, "nearest", "bilinear");
      return;
    }
    String mode = mode(node, "nearest", "linear");
    float[] scales = scales(draw, rank, mode, true);
    if (node.since(9)) {
      node.operand(Tensor.of(scales, rank));
    } else {
      node.attribute(numbers("scales", scales));
    }
    node.sums();
  }

  /** Of modes other than nearest mostly the last axes change, which the peer is made for. */
  private static float[] scales(Draw draw, int rank, String mode, boolean isUp) {
    float[] scales = new float[rank];
    int first = mode.equals("nearest") || draw.chance(0.2) ? 0 : Math.max(0, rank - 2);
    for (int axis = 0; axis < rank; axis++) {
      scales[axis] = axis < first ? 1 : scale(draw, isUp);
    }
    return scales;
  }

  private static void resize(NodeCase node) {
    Draw draw = node.draw();
    int rank = draw.one(1, 2, 3, 4, 4, 4, 5);
    long[] dims = node.values().lengths(rank);
    node.operand(node.values().plain(node.dtype(), dims));
    if (!node.since(11)) {
      String mode = mode(node, "nearest", "linear");
      node.operand(Tensor.of(scales(draw, rank, mode, false), rank)).sums();
      return;
    }
    String mode = mode(node, "nearest", "linear", "cubic");
    float[] scales = scales(draw, rank, mode, false);
    String coordinates = coordinates(node, mode);
    if (mode.equals("nearest") && draw.chance(0.7)) {
      node.attribute(
          text("nearest_mode", draw.one("round_prefer_floor", "round_prefer_ceil", "floor", "ceil")));
    }
    if (mode.equals("cubic") && draw.chance(0.5)) {
      node.attribute(number("cubic_coeff_a", draw.one(-0.5f, -0.75f, -1f)));
    }
    if (mode.equals("cubic") && draw.chance(0.3)) {
      node.attribute(integer("exclude_outside", 1));
    }
    if (node.since(AXES_SINCE) && !mode.equals("nearest") && draw.chance(0.3)) {
      node.attribute(integer("antialias", 1));
    }
    List<Integer> axes = axes(node, rank, scales);
    addRegion(node, axes.size(), coordinates.equals("tf_crop_and_resize"));
    addTarget(node, dims, axes, scales);
    node.sums();
  }

  private static String coordinates(NodeCase node, String mode) {
    Draw draw = node.draw();
    List<String> modes =
        new ArrayList<>(
            List.of(
                "half_pixel",
                "pytorch_half_pixel",
                "align_corners",
                "asymmetric",
                "tf_crop_and_resize"));
    if (node.since(SYMMETRIC_SINCE)) {
      modes.add("half_pixel_symmetric");
    }
    if (!node.since(13) && mode.equals("nearest")) {
      modes.add("tf_half_pixel_for_nn");
    }
    String coordinates = draw.one(modes);
    if (!coordinates.equals("half_pixel") || draw.chance(0.5)) {
      node.attribute(text("coordinate_transformation_mode", coordinates));
    }
    if (coordinates.equals("tf_crop_and_resize") && draw.chance(0.5)) {
      node.attribute(number("extrapolation_value", 2.5f));
    }
    return coordinates;
  }

  /** Those that scales, sizes and the region are of; the others keep their lengths. */
  private static List<Integer> axes(NodeCase node, int rank, float... scales) {
    List<Integer> all = new ArrayList<>();
    for (int axis = 0; axis < rank; axis++) {
      all.add(axis);
    }
    if (!node.since(AXES_SINCE) || node.draw().chance(0.5)) {
      return all;
    }
    all.removeIf(axis -> scales[axis] == 1 && node.draw().chance(0.8));
    if (all.isEmpty()) {
      all.add(rank - 1);
    }
    List<Integer> axes = node.draw().sample(all.size(), all);
    for (int axis = 0; axis < rank; axis++) {
      scales[axis] = axes.contains(axis) ? scales[axis] : 1;
    }
    node.attribute(
        integers(
            "axes",
            axes.stream()
                .mapToLong(axis -> node.draw().chance(0.3) ? axis - rank : axis)
                .toArray()));
    return axes;
  }

  private static void addRegion(NodeCase node, int axes, boolean isRead) {
    Draw draw = node.draw();
    DType dtype = draw.one(DType.F32, DType.F32, DType.F16, DType.F64);
    if (isRead) {
      double[] region = new double[2 * axes];
      for (int i = 0; i < axes; i++) {
        boolean isWhole = draw.chance(0.4);
        region[i] = isWhole ? 0 : draw.between(-1, 2) / 4.0;
        region[i + axes] = isWhole ? 1 : draw.between(2, 5) / 4.0;
      }
      int[] at = {0};
      node.operand(Values.floats(dtype, () -> region[at[0]++], region.length));
    } else if (node.since(13) && draw.chance(0.7)) {
      node.absent();
    } else {
      node.constant(Values.floats(dtype, () -> 0, 0));
    }
  }

  private static void addTarget(NodeCase node, long[] dims, List<Integer> axes, float... scales) {
    Draw draw = node.draw();
    if (draw.chance(0.5)) {
      float[] given = new float[axes.size()];
      for (int i = 0; i < given.length; i++) {
        given[i] = scales[axes.get(i)];
      }
      node.operand(Tensor.of(given, given.length));
      addPolicy(node, 0.1);
      return;
    }
    if (node.since(13) && draw.chance(0.7)) {
      node.absent();
    } else {
      node.constant(Tensor.of(new float[0], 0));
    }
    long[] sizes = new long[axes.size()];
    Arrays.setAll(
        sizes,
        i -> Math.max(1, (long) (dims[axes.get(i)] * scales[axes.get(i)])) + draw.one(0, 0, 1));
    node.operand(Tensor.of(sizes, sizes.length));
    addPolicy(node, 0.4);
  }

  private static void addPolicy(NodeCase node, double probability) {
    if (node.since(AXES_SINCE) && node.draw().chance(probability)) {
      node.attribute(
          text(
              "keep_aspect_ratio_policy",
              node.draw().one("stretch", "not_larger", "not_smaller")));
    }
  }
}
