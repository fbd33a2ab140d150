package io.pelton.onnx.oracle.operator;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.oracle.operator.OperatorDraws.FLOATS;
import static io.pelton.onnx.oracle.operator.OperatorDraws.union;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.oracle.Draw;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.stream.DoubleStream;

/** Poolings. */
final class PoolDraws {
  private PoolDraws() {}

  static void addTo(OperatorDraws draws) {
    draws.add("MaxPool", union(FLOATS, EnumSet.of(DType.I8, DType.U8)), PoolDraws::maxPool);
    draws.add("AveragePool", FLOATS, PoolDraws::averagePool);
    draws.add("LpPool", FLOATS, PoolDraws::lpPool);
    draws.add("GlobalAveragePool", FLOATS, node -> global(node).sums());
    draws.add("GlobalMaxPool", FLOATS, PoolDraws::globalMax);
    draws.add("GlobalLpPool", FLOATS, node -> power(global(node).sums()));
    draws.add("MaxUnpool", FLOATS, PoolDraws::maxUnpool);
  }

  private static long[] shape(NodeCase node, long... spatial) {
    Draw draw = node.draw();
    long images = draw.chance(0.05) ? 0 : draw.between(1, 2);
    return WindowDraw.join(new long[] {images, draw.between(1, 3)}, spatial);
  }

  /** Returns whether outputs are rounded up. */
  private static boolean addWindow(NodeCase node, WindowDraw window, int ceilSince) {
    node.attribute(integers("kernel_shape", window.lengths()));
    window.addAttributes();
    boolean isCeil = node.since(ceilSince) && node.draw().chance(0.3);
    if (isCeil || (node.since(ceilSince) && node.draw().chance(0.2))) {
      node.attribute(integer("ceil_mode", isCeil ? 1 : 0));
    }
    if (window.isSame() && window.isDilated()) {
      node.beyondPeer(
          "it forgets dilations, although \"pad_shape[i] = (output_spatial_shape[i] - 1) *"
              + " strides[i] + ((kernel_shape[i] - 1) * dilations[i] + 1) - input[i]\"");
    }
    if (window.isSame() && window.hasGaps()) {
      node.beyondPeer("it cuts the ends off where there is nothing to pad");
    }
    if (window.isValid() && isCeil) {
      node.beyondPeer(
          "it rounds up, although for VALID there are \"ceil((input[i] - reach[i] + 1) /"
              + " strides[i])\" outputs in both modes");
    }
    return isCeil;
  }

  private static void maxPool(NodeCase node) {
    Draw draw = node.draw();
    WindowDraw window = WindowDraw.of(node, node.since(10));
    long[] dims = shape(node, window.input());
    boolean isOdd = draw.chance(0.15);
    Tensor x = node.values().odd(node.dtype(), dims);
    node.input(isOdd ? x : ordered(x));
    addWindow(node, window, 10);
    if (isOdd && node.dtype().isFloat()) {
      node.beyondPeer(
          "of a window with nothing but NaN or negative infinities it gives these or the lowest"
              + " number, by which kernel it takes");
    }
    if (node.since(8) && draw.chance(0.5)) {
      node.outputs(2);
      if (draw.chance(0.5)) {
        node.attribute(integer("storage_order", draw.below(2)));
      }
      if (!node.dtype().isFloat()) {
        node.beyondPeer("windows of only the least number have no index");
      }
    }
  }

  /** With numbers in place of NaN and negative infinities, all within the range of float32. */
  private static Tensor ordered(Tensor x) {
    if (!x.dtype().isFloat()) {
      return x;
    }
    double[] numbers = x.toDoubles();
    int[] at = {0};
    return Values.floats(
        x.dtype(),
        () -> {
          double number = numbers[at[0]++];
          boolean isBeyond = Double.isFinite(number) && Math.abs(number) > Float.MAX_VALUE;
          return number > Double.NEGATIVE_INFINITY && !isBeyond ? number : -2;
        },
        x.dims());
  }

  private static void averagePool(NodeCase node) {
    WindowDraw window = WindowDraw.of(node, node.since(19));
    node.input(node.values().plain(node.dtype(), shape(node, window.input())));
    boolean isCeil = addWindow(node, window, 10);
    boolean countsPadding = node.since(7) && node.draw().chance(0.4);
    if (countsPadding || (node.since(7) && node.draw().chance(0.2))) {
      node.attribute(integer("count_include_pad", countsPadding ? 1 : 0));
    }
    if (isCeil && countsPadding && !node.since(19)) {
      node.beyondPeer("it divides by cells that are neither elements nor padding: field case B13");
    }
    node.sums();
  }

  private static NodeCase power(NodeCase node) {
    return node.draw().chance(0.3) ? node : node.attribute(integer("p", node.draw().between(1, 3)));
  }

  private static void lpPool(NodeCase node) {
    WindowDraw window = WindowDraw.of(node, node.since(18));
    node.input(node.values().plain(node.dtype(), shape(node, window.input())));
    addWindow(node, window, 18);
    power(node.sums());
  }

  private static NodeCase global(NodeCase node) {
    long[] spatial = node.values().lengths(node.draw().between(1, 3));
    return node.input(node.values().plain(node.dtype(), shape(node, spatial)));
  }

  private static void globalMax(NodeCase node) {
    long[] spatial = node.values().lengths(node.draw().between(1, 3));
    Tensor odd = node.values().odd(node.dtype(), shape(node, spatial));
    Tensor x = node.draw().chance(0.8) ? ordered(odd) : odd;
    node.input(x);
    if (DoubleStream.of(x.toDoubles()).anyMatch(number -> !(number > Double.NEGATIVE_INFINITY))) {
      node.beyondPeer(
          "it begins anew behind some NaN, by the width of its vectors, and knows no negative"
              + " infinity");
    }
  }

  private static void maxUnpool(NodeCase node) {
    Draw draw = node.draw();
    WindowDraw window = WindowDraw.explicit(node, draw.between(1, 3), false);
    long[] spatial = new long[window.axes()];
    long[] whole = new long[window.axes()];
    for (int axis = 0; axis < spatial.length; axis++) {
      spatial[axis] = window.leastPlaces(axis) + draw.below(3);
      whole[axis] =
          (spatial[axis] - 1) * window.stride(axis) + window.reach(axis) - window.pads(axis);
    }
    long[] x = shape(node, spatial);
    long[] output = WindowDraw.join(Arrays.copyOf(x, 2), whole);
    int elements = Values.count(output);
    node.input(node.values().plain(node.dtype(), x));
    node.operand(Values.longs(DType.I64, () -> draw.below(elements), x));
    node.attribute(integers("kernel_shape", window.lengths()));
    window.addAttributes();
    if (draw.chance(0.4)) {
      long[] inner = output.clone();
      for (int axis = 2; axis < output.length; axis++) {
        output[axis] += draw.below(3);
      }
      if (!Arrays.equals(inner, output)) {
        node.beyondPeer(
            "it counts indices in the larger output, not in the one that the window gives as the"
                + " standard's own vectors do");
      }
      node.operand(Tensor.of(output, output.length));
    }
  }
}
