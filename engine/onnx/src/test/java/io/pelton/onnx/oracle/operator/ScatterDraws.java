package io.pelton.onnx.oracle.operator;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.oracle.operator.OperatorDraws.ALL;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.oracle.Draw;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Operators that write elements where indices say. */
final class ScatterDraws {
  private ScatterDraws() {}

  static void addTo(OperatorDraws draws) {
    draws.add("Scatter", ALL, node -> scatterElements(node, "none"));
    draws.add("ScatterElements", ALL, node -> scatterElements(node, reduction(node)));
    draws.add("ScatterND", ALL, ScatterDraws::scatterSlices);
    draws.add("TensorScatter", ALL, ScatterDraws::tensorScatter);
  }

  private static String reduction(NodeCase node) {
    boolean isNumber = node.dtype() != DType.STRING && node.dtype() != DType.BOOL;
    List<String> reductions = new ArrayList<>(List.of("none"));
    if (isNumber && node.since(16)) {
      reductions.addAll(List.of("add", "mul"));
    }
    if (isNumber && node.since(18)) {
      reductions.addAll(List.of("max", "min"));
    }
    return node.draw().one(reductions);
  }

  private static void addReduction(NodeCase node, String reduction) {
    if (!reduction.equals("none") || (node.since(16) && node.draw().chance(0.3))) {
      node.attribute(text("reduction", reduction));
    }
    if (!reduction.equals("none")) {
      node.sums();
    }
  }

  /** Without a reduction, no element is written twice. */
  private static void scatterElements(NodeCase node, String reduction) {
    Draw draw = node.draw();
    long[] dims = node.values().shape(1, 3);
    int axis = node.values().axis(dims.length);
    axis = node.since(11) ? axis : Math.floorMod(axis, dims.length);
    int along = Math.floorMod(axis, dims.length);
    long[] own = dims.clone();
    boolean isUnique = reduction.equals("none");
    Arrays.setAll(
        own,
        at ->
            at != along
                ? draw.between(Math.min(1, (int) dims[at]), (int) dims[at])
                : dims[at] == 0 ? 0 : draw.between(0, isUnique ? (int) dims[at] : 5));
    node.operand(node.values().plain(node.dtype(), dims));
    node.operand(indices(node, dims[along], along, isUnique, own));
    node.operand(node.values().plain(node.dtype(), own));
    if (axis != 0 || draw.chance(0.3)) {
      node.attribute(integer("axis", axis));
    }
    if (!node.op().equals("Scatter")) {
      addReduction(node, reduction);
    }
  }

  /**
   * @param isUnique whether they differ from each other along the axis
   */
  private static Tensor indices(
      NodeCase node, long length, int axis, boolean isUnique, long... dims) {
    Draw draw = node.draw();
    int behind = Values.count(Arrays.copyOfRange(dims, axis + 1, dims.length));
    long[] indices = new long[Values.count(dims)];
    int along = (int) dims[axis];
    for (int line = 0; along > 0 && line < indices.length / along; line++) {
      List<Integer> order = draw.order((int) length);
      int first = line / behind * along * behind + line % behind;
      for (int i = 0; i < along; i++) {
        int index = isUnique ? order.get(i) : draw.below((int) length);
        boolean counts = node.since(11) && draw.chance(0.3);
        indices[first + i * behind] = counts ? index - length : index;
      }
    }
    int[] at = {0};
    return Values.longs(draw.one(DType.I64, DType.I32), () -> indices[at[0]++], dims);
  }

  private static void scatterSlices(NodeCase node) {
    Draw draw = node.draw();
    long[] dims = node.values().lengths(draw.between(1, 3));
    int depth = draw.between(1, dims.length);
    String reduction = reduction(node);
    int targets = Values.count(Arrays.copyOf(dims, depth));
    boolean isUnique = reduction.equals("none");
    int count = draw.between(0, isUnique ? Math.min(targets, 6) : 6);
    List<Integer> places =
        isUnique
            ? draw.order(targets).subList(0, count)
            : draw.many(count, i -> draw.below(targets));
    long[] indices = new long[count * depth];
    for (int i = 0; i < count; i++) {
      int left = places.get(i);
      for (int axis = depth - 1; axis >= 0; axis--) {
        long index = left % dims[axis];
        indices[i * depth + axis] = draw.chance(0.3) ? index - dims[axis] : index;
        left /= (int) dims[axis];
      }
    }
    long[] front = front(draw, count);
    long[] updates =
        LongStream.concat(Arrays.stream(front), Arrays.stream(dims).skip(depth)).toArray();
    node.operand(node.values().plain(node.dtype(), dims));
    node.operand(
        Tensor.of(
            indices, LongStream.concat(Arrays.stream(front), LongStream.of(depth)).toArray()));
    node.operand(node.values().plain(node.dtype(), updates));
    addReduction(node, reduction);
  }

  /** Axes of so many index tuples. */
  private static long[] front(Draw draw, int count) {
    if (count == 1 && draw.chance(0.3)) {
      return new long[0];
    }
    return count % 2 == 0 && draw.chance(0.3) ? new long[] {2, count / 2} : new long[] {count};
  }

  private static void tensorScatter(NodeCase node) {
    Draw draw = node.draw();
    long[] dims = node.values().lengths(draw.between(3, 4));
    int axis = draw.between(1, dims.length - 1);
    boolean isDefault = axis == dims.length - 2 && draw.chance(0.5);
    int most = (int) dims[axis];
    long[] own = dims.clone();
    own[axis] = draw.between(1, most);
    node.operand(node.values().odd(node.dtype(), dims));
    node.operand(node.values().odd(node.dtype(), own));
    boolean isCircular = draw.chance(0.5);
    if (draw.chance(0.7)) {
      int last = isCircular ? most - 1 : most - (int) own[axis];
      long[] starts =
          IntStream.range(0, (int) dims[0]).mapToLong(row -> draw.between(0, last)).toArray();
      node.operand(ShapeDraws.list(starts));
    }
    if (!isDefault) {
      node.attribute(integer("axis", draw.chance(0.5) ? axis : axis - dims.length));
    }
    if (node.dtype() == DType.STRING) {
      node.beyondPeer("It dies over texts.");
    }
    if (isCircular || draw.chance(0.5)) {
      node.attribute(text("mode", isCircular ? "circular" : "linear"));
    }
  }
}
