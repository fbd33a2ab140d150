package io.pelton.onnx.oracle.operator;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.number;
import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.oracle.operator.OperatorDraws.FLOATS;
import static io.pelton.onnx.oracle.operator.OperatorDraws.NUMBERS;
import static io.pelton.onnx.oracle.operator.OperatorDraws.union;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.oracle.Draw;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.function.DoubleSupplier;
import java.util.stream.LongStream;

/** Operators that read images at places that other operands give, and the folding of blocks. */
final class SampleDraws {
  private SampleDraws() {}

  static void addTo(OperatorDraws draws) {
    draws.add("GridSample", union(NUMBERS, EnumSet.of(DType.BOOL)), SampleDraws::gridSample);
    draws.add("AffineGrid", FLOATS, SampleDraws::affineGrid);
    draws.add("RoiAlign", FLOATS, SampleDraws::roiAlign);
    draws.add("MaxRoiPool", FLOATS, SampleDraws::maxRoiPool);
    draws.add("Col2Im", union(NUMBERS, EnumSet.of(DType.BOOL)), SampleDraws::columnsToImage);
  }

  private static void gridSample(NodeCase node) {
    Draw draw = node.draw();
    boolean isNew = node.since(20);
    int axes = isNew && draw.chance(0.4) ? 3 : 2;
    long images = draw.chance(0.05) ? 0 : draw.between(1, 2);
    long[] x = WindowDraw.join(new long[] {images, draw.between(1, 3)}, lengths(draw, axes));
    long[] places = lengths(draw, axes);
    node.operand(node.values().plain(node.dtype(), x));
    DType grid =
        node.dtype().isFloat() && draw.chance(0.8) ? node.dtype() : draw.one(DType.F32, DType.F64);
    long[] shape = WindowDraw.join(WindowDraw.join(new long[] {images}, places), axes);
    node.operand(
        Values.floats(
            grid,
            () -> draw.chance(0.5) ? draw.between(-40, 40) / 32.0 : draw.normal() * 0.8,
            shape));
    String linear = isNew ? "linear" : "bilinear";
    String cubic = isNew ? "cubic" : "bicubic";
    String[] modes =
        node.dtype() == DType.BOOL
            ? new String[] {"nearest"}
            : axes == 2
                ? new String[] {linear, "nearest", cubic}
                : new String[] {linear, "nearest"};
    String mode = draw.one(modes);
    if (!mode.equals(linear) || draw.chance(0.5)) {
      node.attribute(text("mode", mode));
    }
    String padding = draw.one("zeros", "border", "reflection");
    if (!padding.equals("zeros") || draw.chance(0.3)) {
      node.attribute(text("padding_mode", padding));
    }
    boolean isAligned = draw.chance(0.4);
    if (isAligned || draw.chance(0.4)) {
      node.attribute(integer("align_corners", isAligned ? 1 : 0));
    }
    node.sums();
  }

  private static long[] lengths(Draw draw, int axes) {
    return LongStream.generate(() -> draw.between(1, 4)).limit(axes).toArray();
  }

  private static void affineGrid(NodeCase node) {
    Draw draw = node.draw();
    int axes = draw.between(2, 3);
    long images = draw.between(1, 3);
    node.operand(node.values().plain(node.dtype(), images, axes, axes + 1L));
    long[] size = WindowDraw.join(new long[] {images, draw.between(1, 3)}, lengths(draw, axes));
    node.operand(Tensor.of(size, size.length));
    boolean isAligned = draw.chance(0.4);
    if (isAligned || draw.chance(0.4)) {
      node.attribute(integer("align_corners", isAligned ? 1 : 0));
    }
    if (isAligned && Arrays.stream(size).skip(2).anyMatch(length -> length == 1)) {
      node.beyondPeer(
          "on an axis of one element, where the definition divides by 0, it takes the end 1; we"
              + " take the center");
    }
    node.sums();
  }

  private static void roiAlign(NodeCase node) {
    Draw draw = node.draw();
    int images = draw.between(1, 3);
    int rows = draw.between(1, 6);
    int columns = draw.between(1, 6);
    int regions = draw.chance(0.05) ? 0 : draw.between(1, 4);
    node.operand(node.values().plain(node.dtype(), images, draw.between(1, 3), rows, columns));
    float scale = draw.one(1f, 1f, 0.5f, 0.25f);
    node.operand(
        Values.floats(node.dtype(), corners(draw, rows, columns, scale, regions), regions, 4));
    node.operand(Values.longs(DType.I64, () -> draw.below(images), regions));
    if (scale != 1 || draw.chance(0.3)) {
      node.attribute(number("spatial_scale", scale));
    }
    if (draw.chance(0.7)) {
      node.attribute(integer("output_height", draw.between(1, 3)));
      node.attribute(integer("output_width", draw.between(1, 3)));
    }
    if (draw.chance(0.6)) {
      node.attribute(integer("sampling_ratio", draw.below(4)));
    }
    if (draw.chance(0.6)) {
      node.attribute(text("mode", draw.one("avg", "max")));
    }
    if (node.since(16) && draw.chance(0.6)) {
      node.attribute(
          text("coordinate_transformation_mode", draw.one("half_pixel", "output_half_pixel")));
    }
    node.sums();
  }

  private static void maxRoiPool(NodeCase node) {
    Draw draw = node.draw();
    int images = draw.between(1, 3);
    int rows = draw.between(1, 6);
    int columns = draw.between(1, 6);
    int regions = draw.chance(0.05) ? 0 : draw.between(1, 4);
    node.operand(node.values().plain(node.dtype(), images, draw.between(1, 3), rows, columns));
    float scale = draw.one(1f, 1f, 0.5f, 0.25f);
    DoubleSupplier corners = corners(draw, rows, columns, scale, regions);
    int[] at = {0};
    node.operand(
        Values.floats(
            node.dtype(),
            () -> at[0]++ % 5 == 0 ? draw.below(images) : corners.getAsDouble(),
            regions,
            5));
    if (scale != 1 || draw.chance(0.3)) {
      node.attribute(number("spatial_scale", scale));
    }
    node.attribute(integers("pooled_shape", draw.between(1, 3), draw.between(1, 3)));
  }

  /** Regions within and beyond the image. */
  private static DoubleSupplier corners(
      Draw draw, int rows, int columns, float scale, int regions) {
    double[] corners = new double[4 * regions];
    for (int region = 0; region < regions; region++) {
      for (int axis = 0; axis < 2; axis++) {
        int length = axis == 0 ? columns : rows;
        double start = draw.between(-4, 4 * length) / 4.0;
        corners[4 * region + axis] = start / scale;
        corners[4 * region + 2 + axis] = (start + draw.between(0, 4 * length) / 4.0) / scale;
      }
    }
    int[] at = {0};
    return () -> corners[at[0]++];
  }

  private static void columnsToImage(NodeCase node) {
    Draw draw = node.draw();
    WindowDraw window = WindowDraw.explicit(node, draw.one(1, 2, 2, 2, 2, 3), true);
    long[] image = window.input();
    long block = Arrays.stream(window.lengths()).reduce(1, Math::multiplyExact);
    long places = Arrays.stream(window.places(image)).reduce(1, Math::multiplyExact);
    long images = draw.chance(0.05) ? 0 : draw.between(1, 2);
    node.operand(node.values().plain(node.dtype(), images, block * draw.between(1, 3), places));
    node.operand(Tensor.of(image, image.length));
    node.operand(Tensor.of(window.lengths(), window.axes()));
    window.addAttributes();
    if (window.axes() != 2) {
      node.beyondPeer("it mixes up blocks unless there are two axes");
    }
    node.sums();
  }
}
