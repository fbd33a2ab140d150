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
import java.util.stream.IntStream;

/** Resize and its predecessor Upsample. */
final class ResizeDraws {
  private static final int SYMMETRIC_SINCE = 19;
  private static final int AXES_SINCE = 18;

  /** From so many axes on, lengths are small and few axes change. */
  private static final int LARGE = 4;

  private final NodeCase node;
  private final Draw draw;
  private final long[] dims;
  private final boolean isNumber;
  private String mode = "nearest";
  private String coordinates = "half_pixel";
  private float[] scales;
  private List<Integer> axes;

  private ResizeDraws(NodeCase node, int rank) {
    this.node = node;
    this.draw = node.draw();
    this.dims = node.values().lengths(rank);
    if (rank >= LARGE) {
      Arrays.setAll(dims, axis -> Math.min(dims[axis], 3));
    }
    this.isNumber = node.dtype().isFloat() || node.dtype().isInteger();
    node.operand(node.values().plain(node.dtype(), dims)).sums();
  }

  static void addTo(OperatorDraws draws) {
    draws.add("Resize", ALL, ResizeDraws::resize);
    draws.add("Upsample", ALL, ResizeDraws::upsample);
  }

  private static void upsample(NodeCase node) {
    Draw draw = node.draw();
    if (node.since(7)) {
      new ResizeDraws(node, draw.one(1, 2, 3, 4, 4, 5)).upsample();
    } else {
      new ResizeDraws(node, 4).upsampleImage();
    }
  }

  private static void resize(NodeCase node) {
    ResizeDraws draws = new ResizeDraws(node, node.draw().one(1, 2, 2, 3, 4, 4, 4, 5));
    if (node.since(11)) {
      draws.resize();
    } else {
      draws.drawMode("nearest", "linear");
      draws.drawScales(false);
      node.operand(Tensor.of(draws.scales, draws.scales.length));
    }
  }

  private void upsampleImage() {
    drawMode("nearest", "bilinear");
    node.attribute(number("height_scale", scale(true)));
    node.attribute(number("width_scale", scale(true)));
  }

  private void upsample() {
    drawMode("nearest", "linear");
    drawScales(true);
    if (node.since(9)) {
      node.operand(Tensor.of(scales, scales.length));
    } else {
      node.attribute(numbers("scales", scales));
    }
  }

  private void drawMode(String... modes) {
    mode = isNumber ? draw.one(modes) : "nearest";
    if (!isNearest() || draw.chance(0.5)) {
      node.attribute(text("mode", mode));
    }
  }

  private boolean isNearest() {
    return mode.equals("nearest");
  }

  /** Integers are cut off, so that coordinates have to be exact. */
  private float scale(boolean isUp) {
    boolean isExact = node.dtype().isInteger() && !isNearest();
    float up = isExact ? draw.one(1f, 2f, 4f) : draw.one(1f, 2f, 1.5f, 3f, 4f);
    float down = isExact ? draw.one(0.5f, 0.25f) : draw.one(0.5f, 0.75f, 0.25f);
    return isUp || draw.chance(0.5) ? up : down;
  }

  /** Of modes other than nearest mostly the last axes change, which the peer is made for. */
  private void drawScales(boolean isUp) {
    scales = new float[dims.length];
    int first = isNearest() || draw.chance(0.1) ? 0 : Math.max(0, dims.length - 2);
    for (int axis = 0; axis < scales.length; axis++) {
      boolean stays = axis < first || (scales.length >= LARGE && draw.chance(0.4));
      scales[axis] = stays ? 1 : scale(isUp);
    }
  }

  private void resize() {
    drawMode("nearest", "linear", "cubic");
    drawScales(false);
    drawCoordinates();
    if (isNearest() && draw.chance(0.7)) {
      node.attribute(
          text(
              "nearest_mode",
              draw.one("round_prefer_floor", "round_prefer_ceil", "floor", "ceil")));
    }
    if (mode.equals("cubic") && draw.chance(0.5)) {
      node.attribute(number("cubic_coeff_a", draw.one(-0.5f, -0.75f, -1f)));
    }
    if (mode.equals("cubic") && draw.chance(0.3)) {
      node.attribute(integer("exclude_outside", 1));
    }
    if (node.since(AXES_SINCE) && !isNearest() && draw.chance(0.3)) {
      node.attribute(integer("antialias", 1));
      if (node.dtype().isInteger()) {
        node.beyondPeer("it rounds where it else cuts off, and forgets rows of some images");
      }
    }
    drawAxes();
    addRegion();
    addTarget();
  }

  private void drawCoordinates() {
    List<String> modes =
        new ArrayList<>(List.of("half_pixel", "pytorch_half_pixel", "align_corners", "asymmetric"));
    if (node.dtype() != DType.STRING) {
      modes.add("tf_crop_and_resize");
    }
    if (node.since(SYMMETRIC_SINCE)) {
      modes.add("half_pixel_symmetric");
    }
    if (!node.since(13) && isNearest()) {
      modes.add("tf_half_pixel_for_nn");
    }
    coordinates = draw.one(modes);
    if (!coordinates.equals("half_pixel") || draw.chance(0.5)) {
      node.attribute(text("coordinate_transformation_mode", coordinates));
    }
    if (isCropped() && draw.chance(0.5)) {
      node.attribute(number("extrapolation_value", 2.5f));
    }
  }

  private boolean isCropped() {
    return coordinates.equals("tf_crop_and_resize");
  }

  /** Those that scales, sizes and the region are of; the others keep their lengths. */
  private void drawAxes() {
    int rank = dims.length;
    List<Integer> all = new ArrayList<>(IntStream.range(0, rank).boxed().toList());
    axes = List.copyOf(all);
    if (!node.since(AXES_SINCE) || draw.chance(0.5)) {
      return;
    }
    all.removeIf(axis -> scales[axis] == 1 && draw.chance(0.8));
    if (all.isEmpty()) {
      all.add(rank - 1);
    }
    axes = draw.sample(all.size(), all);
    for (int axis = 0; axis < rank; axis++) {
      scales[axis] = axes.contains(axis) ? scales[axis] : 1;
    }
    boolean isNegative = draw.chance(0.2);
    if (isNegative) {
      node.beyondPeer("it forgets axes that count from the back");
    }
    node.attribute(
        integers(
            "axes", axes.stream().mapToLong(axis -> isNegative ? axis - rank : axis).toArray()));
  }

  private void addRegion() {
    DType dtype = draw.one(DType.F32, DType.F32, DType.F16, DType.F64);
    if (isCropped()) {
      int count = axes.size();
      double[] region = new double[2 * count];
      for (int i = 0; i < count; i++) {
        boolean isOuter = !isNearest() && axes.get(i) < dims.length - 2;
        boolean isWhole = draw.chance(isOuter ? 0.9 : 0.4);
        if (isOuter && !isWhole) {
          node.beyondPeer("between elements it crops the last two axes only");
        }
        region[i] = isWhole ? 0 : draw.between(-1, 2) / 4.0;
        region[i + count] = isWhole ? 1 : draw.between(2, 5) / 4.0;
      }
      int[] at = {0};
      node.operand(Values.floats(dtype, () -> region[at[0]++], region.length));
    } else if (node.since(13) && draw.chance(0.7)) {
      node.absent();
    } else {
      node.constant(Values.floats(dtype, () -> 0, 0));
    }
  }

  private void addTarget() {
    boolean goesByLength = !coordinates.contains("half_pixel") && !coordinates.equals("asymmetric");
    if (node.dtype().isInteger() && !isNearest() && goesByLength) {
      node.beyondPeer("what rounding adds to weights is seen where numbers are cut off");
    }
    if (draw.chance(0.5)) {
      addScales(goesByLength);
      return;
    }
    if (node.since(13) && draw.chance(0.7)) {
      node.absent();
    } else {
      node.constant(Tensor.of(new float[0], 0));
    }
    addSizes();
  }

  private void addScales(boolean goesByLength) {
    float[] given = new float[axes.size()];
    for (int i = 0; i < given.length; i++) {
      given[i] = scales[axes.get(i)];
      double length = given[i] * (double) dims[axes.get(i)];
      if (goesByLength && length != Math.rint(length)) {
        node.beyondPeer("it takes the whole length, the standard's own vectors the exact one");
      }
    }
    node.operand(Tensor.of(given, given.length));
    addPolicy(0.1);
  }

  private void addSizes() {
    long[] sizes = new long[axes.size()];
    int more = draw.chance(0.3) ? 1 : 0;
    Arrays.setAll(sizes, i -> Math.max(1, (long) (dims[axes.get(i)] * scales[axes.get(i)])) + more);
    node.operand(Tensor.of(sizes, sizes.length));
    addPolicy(0.4);
    for (int i = 0; i < sizes.length; i++) {
      double scale = (double) sizes[i] / dims[axes.get(i)];
      boolean isExact = (float) scale == scale;
      if (!isExact && (isNearest() || node.dtype().isInteger())) {
        node.beyondPeer(
            "it rounds the scale to float32, which misses exact halves and whole numbers: field case"
                + " B5");
      }
    }
  }

  private void addPolicy(double probability) {
    if (node.since(AXES_SINCE) && draw.chance(probability)) {
      node.attribute(
          text("keep_aspect_ratio_policy", draw.one("stretch", "not_larger", "not_smaller")));
    }
  }
}
