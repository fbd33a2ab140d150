package io.pelton.onnx.oracle.operator;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.oracle.operator.OperatorDraws.ALL;

import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.oracle.Draw;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/** Operators that give a tensor another shape, and those that tell its shape. */
final class ShapeDraws {
  private ShapeDraws() {}

  static void addTo(OperatorDraws draws) {
    draws.add("Reshape", ALL, ShapeDraws::reshape);
    draws.add("Flatten", ALL, ShapeDraws::flatten);
    draws.add("Squeeze", ALL, ShapeDraws::squeeze);
    draws.add("Unsqueeze", ALL, ShapeDraws::unsqueeze);
    draws.add("Transpose", ALL, ShapeDraws::transpose);
    draws.add("Expand", ALL, ShapeDraws::expand);
    draws.add("Shape", ALL, ShapeDraws::shape);
    draws.add("Size", ALL, node -> data(node, node.values().shape(0, 4)));
    draws.add("DepthToSpace", ALL, ShapeDraws::depthToSpace);
    draws.add("SpaceToDepth", ALL, ShapeDraws::spaceToDepth);
  }

  private static void data(NodeCase node, long... dims) {
    node.input(node.values().odd(node.dtype(), dims));
  }

  static Tensor list(long... numbers) {
    return Tensor.of(numbers, numbers.length);
  }

  private static void reshape(NodeCase node) {
    Draw draw = node.draw();
    long[] dims = node.values().shape(0, 4);
    boolean allowsZero = node.since(14) && draw.chance(0.3);
    if (node.since(14) && (allowsZero || draw.chance(0.3))) {
      node.attribute(integer("allowzero", allowsZero ? 1 : 0));
    }
    data(node, dims);
    node.operand(list(target(draw, allowsZero, dims)));
  }

  private static long[] target(Draw draw, boolean allowsZero, long... dims) {
    long[] target = Values.count(dims) == 0 ? dims.clone() : regrouped(draw, dims);
    for (int axis = 0; axis < target.length; axis++) {
      if (!allowsZero && axis < dims.length && target[axis] == dims[axis] && draw.chance(0.3)) {
        target[axis] = 0;
      }
    }
    if (target.length > 0 && Values.count(dims) > 0 && draw.chance(0.5)) {
      target[draw.below(target.length)] = -1;
    }
    return target;
  }

  /** Lengths of the same product. */
  private static long[] regrouped(Draw draw, long... dims) {
    long[] factors = Arrays.stream(dims).flatMap(ShapeDraws::factors).toArray();
    int rank = factors.length == 0 ? draw.below(3) : draw.between(1, 4);
    long[] target = new long[rank];
    Arrays.fill(target, 1);
    for (long factor : factors) {
      target[draw.below(rank)] *= factor;
    }
    return target;
  }

  private static LongStream factors(long length) {
    return length == 4 ? LongStream.of(2, 2) : LongStream.of(length).filter(factor -> factor != 1);
  }

  private static void flatten(NodeCase node) {
    long[] dims = node.values().shape(0, 4);
    data(node, dims);
    if (dims.length == 0 || node.draw().chance(0.7)) {
      int least = node.since(11) ? -dims.length : 0;
      node.attribute(integer("axis", node.draw().between(least, dims.length)));
    }
  }

  private static void squeeze(NodeCase node) {
    long[] dims = node.values().shape(0, 4);
    List<Long> ones = new ArrayList<>();
    for (int axis = 0; axis < dims.length; axis++) {
      if (dims[axis] == 1 && node.draw().chance(0.7)) {
        boolean counts = node.since(11) && node.draw().chance(0.4);
        ones.add((long) axis - (counts ? dims.length : 0));
      }
    }
    data(node, dims);
    if (!ones.isEmpty() && node.draw().chance(0.8)) {
      axes(node, 13, ones.stream().mapToLong(Long::longValue).toArray());
    }
  }

  /** An attribute, since that version an operand. */
  private static void axes(NodeCase node, long version, long... axes) {
    if (node.since(version)) {
      node.operand(list(axes));
    } else {
      node.attribute(integers("axes", axes));
    }
  }

  private static void unsqueeze(NodeCase node) {
    long[] dims = node.values().shape(0, 3);
    int rank = dims.length + node.draw().between(1, 2);
    long[] axes = node.values().axes(rank, rank - dims.length);
    for (int i = 0; i < axes.length; i++) {
      axes[i] += axes[i] < 0 && !node.since(11) ? rank : 0;
    }
    data(node, dims);
    axes(node, 13, axes);
  }

  private static void transpose(NodeCase node) {
    long[] dims = node.values().shape(0, 5);
    data(node, dims);
    if (dims.length > 0 && node.draw().chance(0.8)) {
      node.attribute(
          integers(
              "perm",
              node.draw().order(dims.length).stream().mapToLong(Integer::longValue).toArray()));
    }
  }

  /** Two shapes that broadcast to a third broadcast to each other. */
  private static void expand(NodeCase node) {
    long[] dims = node.values().shape(0, 4);
    data(node, node.values().broadcasting(dims));
    node.operand(list(node.values().broadcasting(dims)));
  }

  private static void shape(NodeCase node) {
    long[] dims = node.values().shape(0, 4);
    data(node, dims);
    if (node.since(15) && node.draw().chance(0.6)) {
      node.attribute(integer("start", node.draw().between(-6, 6)));
    }
    if (node.since(15) && node.draw().chance(0.6)) {
      node.attribute(integer("end", node.draw().between(-6, 6)));
    }
  }

  private static void depthToSpace(NodeCase node) {
    int size = node.draw().between(1, 3);
    long[] dims = node.values().shape(4, 4);
    dims[1] *= (long) size * size;
    data(node, dims);
    node.attribute(integer("blocksize", size));
    if (node.since(11) && node.draw().chance(0.7)) {
      node.attribute(text("mode", node.draw().one("DCR", "CRD")));
    }
  }

  private static void spaceToDepth(NodeCase node) {
    int size = node.draw().between(1, 3);
    long[] dims = node.values().shape(4, 4);
    dims[2] *= size;
    dims[3] *= size;
    data(node, dims);
    node.attribute(integer("blocksize", size));
  }
}
