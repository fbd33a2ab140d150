package io.pelton.onnx.op;

import io.pelton.engine.graph.SampleOp.AffineGrid;
import io.pelton.engine.graph.SampleOp.DeformConv;
import io.pelton.engine.graph.SampleOp.GridSample;
import io.pelton.engine.graph.SampleOp.MaxRoiPool;
import io.pelton.engine.graph.SampleOp.RoiAlign;
import io.pelton.engine.graph.Sampling.Interpolation;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.Window;
import io.pelton.engine.tensor.DType;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Operators that read images at places that other operands give. */
final class SampleOperators {
  private SampleOperators() {}

  static void addTo(OperatorFamily ops) {
    ops.add("GridSample", 16, SampleOperators::gridSample);
    ops.add("AffineGrid", 20, SampleOperators::affineGrid);
    ops.add("RoiAlign", 10, node -> roiAlign(node, false));
    ops.add("MaxRoiPool", 1, SampleOperators::maxRoiPool);
    ops.add("RoiAlign", 16, node -> roiAlign(node, isHalfPixel(node)));
    ops.add("DeformConv", 19, SampleOperators::deformConv);
  }

  private static List<ValueId> gridSample(OnnxNode node) {
    node.expect(2);
    Steps steps = new Steps(node);
    DType dtype = node.dtype(0);
    Interpolation interpolation = interpolation(node);
    boolean isFlag = dtype == DType.BOOL && interpolation == Interpolation.NEAREST;
    node.support(
        isFlag || dtype.isInteger() || Steps.isSupportedFloat(dtype),
        "inputs of " + dtype + " are not supported");
    String mode = node.attributes().text("padding_mode", "zeros");
    GridSample.Padding padding =
        switch (mode) {
          case "zeros" -> GridSample.Padding.ZEROS;
          case "border" -> GridSample.Padding.BORDER;
          case "reflection" -> GridSample.Padding.REFLECTION;
          default -> throw node.invalid("'padding_mode' is '" + mode + "'");
        };
    GridSample op =
        new GridSample(interpolation, padding, node.attributes().flag("align_corners", false));
    ValueId x = dtype.isFloat() ? node.operand(0) : steps.cast(node.operand(0), DType.F64);
    return List.of(steps.cast(steps.apply(op, x, node.operand(1)), dtype));
  }

  /** Names lost what said that an image has two axes. */
  private static Interpolation interpolation(OnnxNode node) {
    boolean isOld = node.opset() < 20;
    String linear = isOld ? "bilinear" : "linear";
    String mode = node.attributes().text("mode", linear);
    if (mode.equals("nearest")) {
      return Interpolation.NEAREST;
    }
    if (mode.equals(linear)) {
      return Interpolation.LINEAR;
    }
    node.check(mode.equals(isOld ? "bicubic" : "cubic"), "'mode' is '" + mode + "'");
    return Interpolation.CUBIC;
  }

  private static List<ValueId> affineGrid(OnnxNode node) {
    node.expect(2);
    return node.apply(new AffineGrid(node.attributes().flag("align_corners", false)));
  }

  private static boolean isHalfPixel(OnnxNode node) {
    String mode = node.attributes().text("coordinate_transformation_mode", "half_pixel");
    node.check(
        mode.equals("half_pixel") || mode.equals("output_half_pixel"),
        "'coordinate_transformation_mode' is '" + mode + "'");
    return mode.equals("half_pixel");
  }

  private static List<ValueId> roiAlign(OnnxNode node, boolean isHalfPixel) {
    node.expect(3);
    Attributes attributes = node.attributes();
    String mode = attributes.text("mode", "avg").toLowerCase(Locale.ROOT);
    node.check(mode.equals("avg") || mode.equals("max"), "'mode' is '" + mode + "'");
    return node.apply(
        new RoiAlign(
            mode.equals("avg"),
            attributes.smallInteger("output_height", 1),
            attributes.smallInteger("output_width", 1),
            attributes.smallInteger("sampling_ratio", 0),
            attributes.number("spatial_scale", 1),
            isHalfPixel));
  }

  private static List<ValueId> maxRoiPool(OnnxNode node) {
    node.expect(2);
    Attributes attributes = node.attributes();
    long[] cells = attributes.required("pooled_shape", attributes.integers("pooled_shape"));
    attributes.checkLength("pooled_shape", cells.length, 2);
    node.check(
        cells[0] == (int) cells[0] && cells[1] == (int) cells[1],
        "'pooled_shape' is out of range: " + Arrays.toString(cells));
    float scale = attributes.number("spatial_scale", 1);
    return node.apply(new MaxRoiPool((int) cells[0], (int) cells[1], scale));
  }

  private static List<ValueId> deformConv(OnnxNode node) {
    node.expect(3, 5);
    node.support(node.rank(0) == 4, "only two spatial axes are supported");
    node.check(!node.attributes().has("auto_pad"), "'auto_pad' does not exist for this operator");
    Window window = WindowReader.read(node, WindowReader.kernelShape(node, 1), true);
    Attributes attributes = node.attributes();
    return node.apply(
        new DeformConv(
            window,
            attributes.smallInteger("group", 1),
            attributes.smallInteger("offset_group", 1)));
  }
}
