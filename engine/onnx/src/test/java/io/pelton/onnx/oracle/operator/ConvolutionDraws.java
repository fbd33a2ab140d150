package io.pelton.onnx.oracle.operator;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.oracle.operator.OperatorDraws.FLOATS;

import io.pelton.engine.tensor.DType;
import io.pelton.onnx.oracle.Draw;
import java.util.Arrays;
import java.util.EnumSet;

/** Convolutions of all kinds. */
final class ConvolutionDraws {
  private ConvolutionDraws() {}

  static void addTo(OperatorDraws draws) {
    draws.add("Conv", FLOATS, ConvolutionDraws::conv);
    draws.add("ConvTranspose", FLOATS, ConvolutionDraws::convTranspose);
    draws.addWithoutPeer(
        "CausalConvWithState",
        EnumSet.of(DType.F32, DType.F16, DType.BF16),
        "It does not know this version.",
        ConvolutionDraws::causalConv);
    draws.add("DeformConv", FLOATS, ConvolutionDraws::deformConv);
  }

  private static long images(Draw draw) {
    return draw.chance(0.05) ? 0 : draw.between(1, 3);
  }

  private static void conv(NodeCase node) {
    Draw draw = node.draw();
    Values values = node.values();
    WindowDraw window = WindowDraw.of(node, true);
    int group = draw.one(1, 1, 2, 3);
    long channels = draw.between(1, 3);
    long kernels = (long) group * draw.between(1, 3);
    DType dtype = node.dtype();
    long[] x = WindowDraw.join(new long[] {images(draw), group * channels}, window.input());
    node.operand(values.plain(dtype, x));
    node.operand(
        values.plain(dtype, WindowDraw.join(new long[] {kernels, channels}, window.lengths())));
    if (draw.chance(0.5)) {
      node.operand(values.plain(dtype, kernels));
    }
    window.addAttributes();
    addShape(node, window);
    addGroup(node, group);
    node.sums();
  }

  private static void addShape(NodeCase node, WindowDraw window) {
    if (node.draw().chance(0.5)) {
      node.attribute(integers("kernel_shape", window.lengths()));
    }
  }

  private static void addGroup(NodeCase node, int group) {
    if (group > 1 || node.draw().chance(0.2)) {
      node.attribute(integer("group", group));
    }
  }

  private static void convTranspose(NodeCase node) {
    Draw draw = node.draw();
    Values values = node.values();
    WindowDraw window = WindowDraw.of(node, true);
    int group = draw.one(1, 1, 2);
    long channels = (long) group * draw.between(1, 3);
    long kernels = draw.between(1, 3);
    DType dtype = node.dtype();
    long[] places = new long[window.axes()];
    long[] extra = new long[window.axes()];
    for (int axis = 0; axis < places.length; axis++) {
      places[axis] = window.leastPlaces(axis) + draw.below(3);
      extra[axis] = draw.below((int) window.stride(axis));
    }
    long[] x = WindowDraw.join(new long[] {images(draw), channels}, places);
    node.operand(values.plain(dtype, x));
    node.operand(
        values.plain(dtype, WindowDraw.join(new long[] {channels, kernels}, window.lengths())));
    if (draw.chance(0.5)) {
      node.operand(values.plain(dtype, kernels * group));
    }
    window.addAttributes();
    addShape(node, window);
    addGroup(node, group);
    boolean hasExtra = Arrays.stream(extra).anyMatch(more -> more > 0) && draw.chance(0.5);
    if (hasExtra) {
      node.attribute(integers("output_padding", extra));
    }
    if (window.isSame() && window.hasGaps()) {
      node.beyondPeer(
          "although \"output_shape[i] = input_shape[i] * strides[i]\", it ends earlier");
    }
    if (draw.chance(0.2) && window.isPlain()) {
      long[] shape = new long[places.length];
      Arrays.setAll(
          shape,
          axis ->
              (places[axis] - 1) * window.stride(axis)
                  + Math.max(1, window.reach(axis) - draw.below(2)));
      node.attribute(integers("output_shape", shape));
    }
    node.sums();
  }

  private static void deformConv(NodeCase node) {
    Draw draw = node.draw();
    Values values = node.values();
    WindowDraw window = WindowDraw.explicit(node, 2, true);
    int group = draw.one(1, 1, 2);
    int offsetGroup = draw.one(1, 1, 2);
    long channels = (long) group * offsetGroup * draw.between(1, 2);
    long kernels = (long) group * draw.between(1, 3);
    DType dtype = node.dtype();
    long images = images(draw);
    long[] input = window.input();
    long[] places = window.places(input);
    long size = window.lengths()[0] * window.lengths()[1] * offsetGroup;
    node.operand(values.plain(dtype, images, channels, input[0], input[1]));
    node.operand(
        values.plain(dtype, kernels, channels / group, window.lengths()[0], window.lengths()[1]));
    node.operand(values.plain(dtype, images, 2 * size, places[0], places[1]));
    boolean hasMask = draw.chance(0.5);
    if (draw.chance(0.5)) {
      node.operand(values.plain(dtype, kernels));
    } else if (hasMask) {
      node.absent();
    }
    if (hasMask) {
      node.operand(values.plain(dtype, images, size, places[0], places[1]));
    }
    window.addAttributes();
    addShape(node, window);
    addGroup(node, group);
    if (offsetGroup > 1 || draw.chance(0.2)) {
      node.attribute(integer("offset_group", offsetGroup));
    }
    node.sums();
  }

  private static void causalConv(NodeCase node) {
    Draw draw = node.draw();
    Values values = node.values();
    DType dtype = node.dtype();
    long records = images(draw);
    long channels = draw.between(1, 4);
    long kernel = draw.between(1, 4);
    node.input(values.plain(dtype, records, channels, draw.below(6)));
    node.operand(values.plain(dtype, channels, 1, kernel));
    boolean hasState = draw.chance(0.5);
    if (draw.chance(0.5)) {
      node.operand(values.plain(dtype, channels));
    } else if (hasState) {
      node.absent();
    }
    if (hasState) {
      node.operand(values.plain(dtype, records, channels, kernel - 1));
    }
    if (draw.chance(0.7)) {
      node.attribute(text("activation", draw.one("none", "silu", "swish")));
    }
    node.outputs(2).sums();
  }
}
