package io.pelton.onnx.op;

import io.pelton.engine.graph.Sampling;
import io.pelton.engine.graph.Sampling.Coordinates;
import io.pelton.engine.graph.Sampling.Interpolation;
import io.pelton.engine.graph.Sampling.Rounding;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Resize and its predecessor Upsample. */
final class ResizeOperators {
  private static final int SYMMETRIC_SINCE = 19;

  private ResizeOperators() {}

  static void addTo(OperatorFamily ops) {
    ops.add("Upsample", 1, ResizeOperators::upsampleImage);
    ops.add("Upsample", 7, ResizeOperators::upsampleByAttribute);
    ops.add("Upsample", 9, ResizeOperators::byScales);
    ops.add("Resize", 10, ResizeOperators::byScales);
    ops.add("Resize", 11, node -> resize(node, allAxes(node)));
    ops.add("Resize", 18, node -> resize(node, axes(node)));
  }

  private static List<ValueId> upsampleImage(OnnxNode node) {
    node.expect(1);
    Attributes attributes = node.attributes();
    float rows = attributes.required("height_scale", attributes.number("height_scale"));
    float columns = attributes.required("width_scale", attributes.number("width_scale"));
    node.check(node.rank(0) == 4, "the input should have 4 axes but is " + node.shape(0));
    Interpolation interpolation =
        switch (attributes.text("mode", "nearest")) {
          case "nearest" -> Interpolation.NEAREST;
          case "bilinear" -> Interpolation.LINEAR;
          default -> throw node.invalid("'mode' should be nearest or bilinear");
        };
    return new Resizing(node, asymmetric(interpolation), 2, 3).byScales(rows, columns);
  }

  private static List<ValueId> upsampleByAttribute(OnnxNode node) {
    node.expect(1);
    float[] given = node.attributes().required("scales", node.attributes().numbers("scales"));
    double[] scales = new double[given.length];
    Arrays.setAll(scales, i -> given[i]);
    return new Resizing(node, asymmetric(interpolation(node)), allAxes(node)).byScales(scales);
  }

  private static List<ValueId> byScales(OnnxNode node) {
    node.expect(2);
    return new Resizing(node, asymmetric(interpolation(node)), allAxes(node)).byScales(1);
  }

  private static Sampling asymmetric(Interpolation interpolation) {
    return new Sampling(
        interpolation, Rounding.ADAPTIVE, Coordinates.ASYMMETRIC, 0, false, false, 0);
  }

  private static List<ValueId> resize(OnnxNode node, int... axes) {
    node.expect(1, 4);
    boolean hasScales = isGiven(node, 2);
    boolean hasSizes = isGiven(node, 3);
    node.check(hasScales != hasSizes, "it should have either scales or sizes");
    Resizing resizing = new Resizing(node, sampling(node), axes);
    String policy =
        node.opset() >= 18
            ? node.attributes().text("keep_aspect_ratio_policy", "stretch")
            : "stretch";
    return switch (policy) {
      case "stretch" -> hasScales ? resizing.byScales(2) : resizing.bySizes();
      case "not_larger", "not_smaller" ->
          hasScales ? resizing.byScales(2) : resizing.within(policy.equals("not_larger"));
      default -> throw node.invalid("'keep_aspect_ratio_policy' is '" + policy + "'");
    };
  }

  /** Scales and sizes that don't apply may be empty. */
  private static boolean isGiven(OnnxNode node, int operand) {
    if (!node.has(operand)) {
      return false;
    }
    boolean isEmpty =
        node.shape(operand).isRanked()
            && node.shape(operand).isFixed()
            && Arrays.stream(node.shape(operand).dims()).anyMatch(dim -> dim == 0);
    return !isEmpty;
  }

  private static int[] allAxes(OnnxNode node) {
    return IntStream.range(0, node.rank(0)).toArray();
  }

  private static int[] axes(OnnxNode node) {
    int rank = node.rank(0);
    return node.attributes()
        .integers("axes")
        .map(
            given ->
                Arrays.stream(given)
                    .mapToInt(axis -> Math.toIntExact(axis < 0 ? axis + rank : axis))
                    .toArray())
        .orElseGet(() -> allAxes(node));
  }

  private static Interpolation interpolation(OnnxNode node) {
    String mode = node.attributes().text("mode", "nearest");
    return switch (mode) {
      case "nearest" -> Interpolation.NEAREST;
      case "linear" -> Interpolation.LINEAR;
      case "cubic" -> Interpolation.CUBIC;
      default -> throw node.invalid("'mode' is '" + mode + "'");
    };
  }

  private static Sampling sampling(OnnxNode node) {
    Attributes attributes = node.attributes();
    Interpolation interpolation = interpolation(node);
    boolean antialias = node.opset() >= 18 && attributes.flag("antialias", false);
    return new Sampling(
        interpolation,
        rounding(node),
        coordinates(node),
        attributes.number("cubic_coeff_a", -0.75f),
        antialias && interpolation != Interpolation.NEAREST,
        attributes.flag("exclude_outside", false),
        extrapolation(node));
  }

  private static float extrapolation(OnnxNode node) {
    float value = node.attributes().number("extrapolation_value", 0);
    return node.dtype(0) == DType.BOOL && value != 0 ? 1 : value;
  }

  private static Rounding rounding(OnnxNode node) {
    String mode = node.attributes().text("nearest_mode", "round_prefer_floor");
    return switch (mode) {
      case "round_prefer_floor" -> Rounding.PREFER_FLOOR;
      case "round_prefer_ceil" -> Rounding.PREFER_CEIL;
      case "floor" -> Rounding.FLOOR;
      case "ceil" -> Rounding.CEIL;
      default -> throw node.invalid("'nearest_mode' is '" + mode + "'");
    };
  }

  private static Coordinates coordinates(OnnxNode node) {
    String mode = node.attributes().text("coordinate_transformation_mode", "half_pixel");
    Coordinates coordinates =
        switch (mode) {
          case "half_pixel" -> Coordinates.HALF_PIXEL;
          case "half_pixel_symmetric" -> Coordinates.HALF_PIXEL_SYMMETRIC;
          case "pytorch_half_pixel" -> Coordinates.PYTORCH_HALF_PIXEL;
          case "tf_half_pixel_for_nn" -> Coordinates.HALF_PIXEL_FOR_NEAREST;
          case "align_corners" -> Coordinates.ALIGN_CORNERS;
          case "asymmetric" -> Coordinates.ASYMMETRIC;
          case "tf_crop_and_resize" -> Coordinates.CROP_AND_RESIZE;
          default -> throw node.invalid("'coordinate_transformation_mode' is '" + mode + "'");
        };
    boolean exists =
        switch (coordinates) {
          case HALF_PIXEL_SYMMETRIC -> node.opset() >= SYMMETRIC_SINCE;
          case HALF_PIXEL_FOR_NEAREST -> node.opset() < 13;
          default -> true;
        };
    node.check(exists, "there is no '" + mode + "' in opset " + node.opset());
    return coordinates;
  }
}
