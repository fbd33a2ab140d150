package io.pelton.onnx.op;

import io.pelton.engine.graph.ShapeOp.ShapeOf;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Squeeze;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** Operators that cut a tensor into parts, or put one together from parts. */
final class PartOperators {
  /** More copies than that are refused. */
  private static final long MOST_COPIES = 1024;

  private PartOperators() {}

  static void addTo(OperatorFamily ops) {
    ops.add("Split", 1, PartOperators::splitByAttributeOrOperand);
    ops.add("Split", 2, PartOperators::splitByAttribute);
    ops.add("Split", 13, node -> splitByOperand(node, false));
    ops.add("Split", 18, node -> splitByOperand(node, true));
    ops.add("Tile", 6, PartOperators::tile);
    ops.add("Pad", 1, node -> padByAttribute(node, "paddings"));
    ops.add("Pad", 2, node -> padByAttribute(node, "pads"));
    ops.add("Pad", 11, PartOperators::padByOperand);
  }

  private static List<ValueId> splitByAttributeOrOperand(OnnxNode node) {
    node.expect(1, 2);
    return node.count() == 2
        ? split(node, node.fixedIntegers(1, "'split'"))
        : splitByAttribute(node);
  }

  private static List<ValueId> splitByAttribute(OnnxNode node) {
    node.expect(1);
    return node.attributes()
        .integers("split")
        .map(lengths -> split(node, lengths))
        .orElseGet(() -> split(node, equal(node, node.outputs(), false)));
  }

  private static List<ValueId> splitByOperand(OnnxNode node, boolean counts) {
    node.expect(1, 2);
    boolean isCounted = counts && node.attributes().has("num_outputs");
    if (node.has(1)) {
      node.check(!isCounted, "'split' and 'num_outputs' are both given");
      return split(node, node.fixedIntegers(1, "'split'"));
    }
    node.check(isCounted || !counts, "neither 'split' nor 'num_outputs' is given");
    int outputs = counts ? node.attributes().smallInteger("num_outputs", 0) : node.outputs();
    node.check(
        outputs == node.outputs(),
        "'num_outputs' is " + outputs + " but it has " + node.outputs() + " outputs");
    return split(node, equal(node, outputs, counts));
  }

  private static int axis(OnnxNode node) {
    int rank = node.rank(0);
    int axis = node.attributes().smallInteger("axis", 0);
    node.check(axis >= -rank && axis < rank, "axis " + axis + " is outside of " + node.shape(0));
    return axis < 0 ? axis + rank : axis;
  }

  private static long length(OnnxNode node) {
    Extent length = node.shape(0).extent(axis(node));
    node.support(length.isFixed(), "the axis to split needs a fixed length");
    return length.max();
  }

  /**
   * @param rounds the last part may be smaller
   */
  private static long[] equal(OnnxNode node, int parts, boolean rounds) {
    node.check(parts > 0, "it has no outputs");
    long length = length(node);
    node.check(
        rounds || length % parts == 0, length + " elements do not divide into " + parts + " parts");
    long part = (length + parts - 1) / parts;
    long[] lengths = new long[parts];
    Arrays.fill(lengths, part);
    lengths[parts - 1] = length - part * (parts - 1);
    return lengths;
  }

  private static List<ValueId> split(OnnxNode node, long... lengths) {
    int axis = axis(node);
    node.check(
        lengths.length == node.outputs(),
        lengths.length + " parts for " + node.outputs() + " outputs");
    node.check(
        Arrays.stream(lengths).allMatch(part -> part >= 0)
            && Arrays.stream(lengths).sum() == length(node),
        "parts " + Arrays.toString(lengths) + " do not sum up to " + length(node));
    Steps steps = new Steps(node);
    List<ValueId> parts = new ArrayList<>();
    long start = 0;
    for (long part : lengths) {
      parts.add(steps.slice(node.operand(0), axis, start, start + part));
      start += part;
    }
    return parts;
  }

  private static List<ValueId> tile(OnnxNode node) {
    node.expect(2);
    long[] repeats = node.fixedIntegers(1, "'repeats'");
    node.check(
        repeats.length == node.rank(0), repeats.length + " repeats for input " + node.shape(0));
    Steps steps = new Steps(node);
    ValueId tiled = node.operand(0);
    for (int axis = 0; axis < repeats.length; axis++) {
      long copies = repeats[axis];
      node.check(copies >= 0, "'repeats' has the entry " + copies);
      node.support(copies <= MOST_COPIES, copies + " repeats are not supported");
      tiled =
          copies == 0
              ? steps.slice(tiled, axis, 0, 0)
              : steps.concat(axis, Collections.nCopies((int) copies, tiled));
    }
    return List.of(tiled);
  }

  private static List<ValueId> padByAttribute(OnnxNode node, String name) {
    node.expect(1);
    long[] pads = node.attributes().required(name, node.attributes().integers(name));
    float value = node.attributes().number("value", 0);
    int[] axes = IntStream.range(0, node.rank(0)).toArray();
    return pad(node, pads, axes, node.constant("value", Scalars.of(node, node.dtype(0), value)));
  }

  /** Axes are an operand since version 18. */
  private static List<ValueId> padByOperand(OnnxNode node) {
    node.expect(2, node.opset() < 18 ? 3 : 4);
    long[] pads = node.fixedIntegers(1, "'pads'");
    int rank = node.rank(0);
    int[] axes =
        node.has(3)
            ? Arrays.stream(node.fixedIntegers(3, "'axes'"))
                .mapToInt(axis -> Math.toIntExact(axis < 0 ? axis + rank : axis))
                .toArray()
            : IntStream.range(0, rank).toArray();
    boolean isConstant = node.attributes().text("mode", "constant").equals("constant");
    ValueId value =
        node.has(2) || !isConstant
            ? node.has(2) ? scalar(node, 2) : ValueId.ABSENT
            : node.constant("value", Tensor.allocate(node.dtype(0)));
    return pad(node, pads, axes, value);
  }

  private static ValueId scalar(OnnxNode node, int operand) {
    node.check(node.shape(operand).isFixed(), "the padding should be one element");
    return node.rank(operand) == 0
        ? node.operand(operand)
        : node.apply(new Squeeze(), node.operand(operand)).get(0);
  }

  /**
   * @param pads before each of the axes, then after each; negative ones cut off
   */
  private static List<ValueId> pad(OnnxNode node, long[] pads, int[] axes, ValueId value) {
    String mode = node.attributes().text("mode", "constant");
    node.support(
        mode.equals("constant") || mode.equals("edge"), "'mode' " + mode + " is not supported");
    node.check(
        pads.length == 2 * axes.length && Arrays.stream(axes).distinct().count() == axes.length,
        pads.length + " pads for " + axes.length + " axes");
    ValueId padded = node.operand(0);
    for (int i = 0; i < axes.length; i++) {
      int axis = axes[i];
      node.check(
          axis >= 0 && axis < node.rank(0), "axis " + axis + " is outside of " + node.shape(0));
      padded = cut(node, padded, axis, pads[i], pads[i + axes.length]);
      padded =
          joined(
              node,
              padded,
              axis,
              Math.max(pads[i], 0),
              Math.max(pads[i + axes.length], 0),
              mode,
              value);
    }
    return List.of(padded);
  }

  private static ValueId cut(OnnxNode node, ValueId x, int axis, long before, long after) {
    if (before >= 0 && after >= 0) {
      return x;
    }
    return new Steps(node).slice(x, axis, Math.max(-before, 0), after < 0 ? after : Long.MAX_VALUE);
  }

  private static ValueId joined(
      OnnxNode node, ValueId x, int axis, long before, long after, String mode, ValueId value) {
    List<ValueId> parts = new ArrayList<>();
    boolean isEdge = mode.equals("edge");
    Steps steps = new Steps(node);
    if (before > 0) {
      parts.add(block(node, x, axis, before, isEdge ? steps.slice(x, axis, 0, 1) : value));
    }
    parts.add(x);
    if (after > 0) {
      parts.add(
          block(node, x, axis, after, isEdge ? steps.slice(x, axis, -1, Long.MAX_VALUE) : value));
    }
    return steps.concat(axis, parts);
  }

  /** The value stretched to a part that has x's lengths but along the axis. */
  private static ValueId block(OnnxNode node, ValueId x, int axis, long length, ValueId value) {
    Steps steps = new Steps(node);
    ValueId shape =
        steps.concat(
            0,
            List.of(
                steps.apply(new ShapeOf(0, axis), x),
                node.constant("length", length),
                steps.apply(new ShapeOf(axis + 1L, Long.MAX_VALUE), x)));
    return steps.expand(value, shape);
  }
}
