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

  private static void addWindow(NodeCase node, WindowDraw window, int ceilSince) {
    node.attribute(integers("kernel_shape", window.lengths()));
    window.addAttributes();
    if (node.since(ceilSince) && node.draw().chance(0.4)) {
      node.attribute(integer("ceil_mode", node.draw().below(2)));
    }
  }

  private static void maxPool(NodeCase node) {
    WindowDraw window = WindowDraw.of(node, node.since(10));
    node.input(node.values().odd(node.dtype(), shape(node, window.input())));
    addWindow(node, window, 10);
    if (node.since(8) && node.draw().chance(0.5)) {
      node.outputs(2);
      if (node.draw().chance(0.5)) {
        node.attribute(integer("storage_order", node.draw().below(2)));
      }
    }
  }

  private static void averagePool(NodeCase node) {
    WindowDraw window = WindowDraw.of(node, node.since(19));
    node.input(node.values().plain(node.dtype(), shape(node, window.input())));
    addWindow(node, window, 10);
    if (node.since(7) && node.draw().chance(0.6)) {
      node.attribute(integer("count_include_pad", node.draw().below(2)));
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
    node.input(node.values().odd(node.dtype(), shape(node, spatial)));
  }

  private static void maxUnpool(NodeCase node) {
    Draw draw = node.draw();
    WindowDraw window = WindowDraw.explicit(node, draw.between(1, 3), false);
    long[] spatial = new long[window.axes()];
    long[] inner = new long[window.axes()];
    for (int axis = 0; axis < spatial.length; axis++) {
      spatial[axis] = window.leastPlaces(axis) + draw.below(3);
      inner[axis] =
          (spatial[axis] - 1) * window.stride(axis) + window.reach(axis) - window.pads(axis);
    }
    long[] x = shape(node, spatial);
    long[] output = WindowDraw.join(Arrays.copyOf(x, 2), inner);
    int elements = Values.count(output);
    node.input(node.values().plain(node.dtype(), x));
    node.operand(Values.longs(DType.I64, () -> draw.below(elements), x));
    node.attribute(integers("kernel_shape", window.lengths()));
    window.addAttributes();
    if (draw.chance(0.4)) {
      for (int axis = 2; axis < output.length; axis++) {
        output[axis] += draw.below(3);
      }
      node.operand(Tensor.of(output, output.length));
    }
  }
}
