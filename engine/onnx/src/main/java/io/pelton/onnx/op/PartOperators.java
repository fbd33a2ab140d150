package io.pelton.onnx.op;

import io.pelton.engine.graph.IndexOp.BindLength;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp.ShapeOf;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Reshape;
import io.pelton.engine.tensor.Extent;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Operators that cut a tensor into parts, or repeat it. */
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
        .orElseGet(() -> splitEqually(node, node.outputs(), false));
  }

  private static List<ValueId> splitByOperand(OnnxNode node, boolean counts) {
    node.expect(1, 2);
    boolean isCounted = counts && node.attributes().has("num_outputs");
    if (node.has(1)) {
      node.check(!isCounted, "'split' and 'num_outputs' are both given");
      return node.hasFixedIntegers(1)
          ? split(node, node.fixedIntegers(1, "'split'"))
          : splitComputed(node, elements(node));
    }
    node.check(isCounted || !counts, "neither 'split' nor 'num_outputs' is given");
    int outputs = counts ? node.attributes().smallInteger("num_outputs", 0) : node.outputs();
    node.check(
        outputs == node.outputs(),
        "'num_outputs' is " + outputs + " but it has " + node.outputs() + " outputs");
    return splitEqually(node, outputs, counts);
  }

  private static int axis(OnnxNode node) {
    int rank = node.rank(0);
    int axis = node.attributes().smallInteger("axis", 0);
    node.check(axis >= -rank && axis < rank, "axis " + axis + " is outside of " + node.shape(0));
    return axis < 0 ? axis + rank : axis;
  }

  private static Extent length(OnnxNode node) {
    return node.shape(0).extent(axis(node));
  }

  /**
   * @param rounds the last part may be smaller
   */
  private static List<ValueId> splitEqually(OnnxNode node, int parts, boolean rounds) {
    node.check(parts > 0, "it has no outputs");
    if (!length(node).isFixed()) {
      return splitComputed(node, equal(node, parts, rounds));
    }
    long length = length(node).max();
    node.check(
        rounds || length % parts == 0, length + " elements do not divide into " + parts + " parts");
    long part = (length + parts - 1) / parts;
    long[] lengths = new long[parts];
    Arrays.setAll(lengths, i -> Math.max(0, Math.min(part, length - part * i)));
    return split(node, lengths);
  }

  /** Lengths of parts of an axis whose length is known only when the model runs. */
  private static List<ValueId> equal(OnnxNode node, int parts, boolean rounds) {
    AxisIndices indices = new AxisIndices(node);
    Steps steps = new Steps(node);
    ValueId rest = indices.lengthOf(node.operand(0), axis(node));
    ValueId divided = rounds ? indices.add(rest, indices.number(parts - 1L)) : rest;
    ValueId part = steps.binary(OpKind.DIV, divided, indices.number(parts));
    List<ValueId> lengths = new ArrayList<>();
    for (int i = 0; i < parts; i++) {
      lengths.add(rounds ? steps.binary(OpKind.MIN, part, rest) : part);
      rest = indices.subtract(rest, lengths.get(i));
    }
    return lengths;
  }

  private static List<ValueId> split(OnnxNode node, long... lengths) {
    int axis = axis(node);
    node.check(
        lengths.length == node.outputs(),
        lengths.length + " parts for " + node.outputs() + " outputs");
    boolean areLengths = Arrays.stream(lengths).allMatch(part -> part >= 0);
    node.check(areLengths, "parts " + Arrays.toString(lengths) + " are no lengths");
    if (!length(node).isFixed()) {
      AxisIndices indices = new AxisIndices(node);
      return splitComputed(node, Arrays.stream(lengths).mapToObj(indices::number).toList());
    }
    node.check(
        Arrays.stream(lengths).sum() == length(node).max(),
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

  private static List<ValueId> elements(OnnxNode node) {
    AxisIndices indices = new AxisIndices(node);
    return IntStream.range(0, node.outputs())
        .mapToObj(part -> indices.element(node.operand(1), part))
        .toList();
  }

  /** Lengths of parts or of the axis are known only when the model runs; they are checked then. */
  private static List<ValueId> splitComputed(OnnxNode node, List<ValueId> lengths) {
    int axis = axis(node);
    AxisIndices indices = new AxisIndices(node);
    Steps steps = new Steps(node);
    ValueId rest = indices.lengthOf(node.operand(0), axis);
    for (ValueId length : lengths) {
      rest = indices.subtract(rest, length);
    }
    ValueId start = steps.apply(new BindLength(node.freshSymbol(), 0), rest);
    List<ValueId> parts = new ArrayList<>();
    for (ValueId length : lengths) {
      ValueId places = indices.add(indices.upTo(length), start);
      parts.add(indices.pick(node.operand(0), axis, places));
      start = indices.add(start, length);
    }
    return parts;
  }

  /**
   * Repeats that are known only when the model runs: an axis in front of each stretches, then both
   * are one.
   */
  private static List<ValueId> tileComputed(OnnxNode node) {
    int rank = node.rank(0);
    Steps steps = new Steps(node);
    ValueId shape = steps.apply(new ShapeOf(0, Long.MAX_VALUE), node.operand(0));
    ValueId both =
        steps.concat(1, List.of(steps.unsqueeze(node.operand(1), 1), steps.unsqueeze(shape, 1)));
    ValueId stretched =
        steps.expand(
            steps.unsqueeze(
                node.operand(0), LongStream.range(0, rank).map(axis -> 2 * axis).toArray()),
            steps.apply(new Reshape(false), both, node.constant("flat", 2L * rank)));
    ValueId lengths = steps.binary(OpKind.MUL, shape, node.operand(1));
    return List.of(steps.apply(new Reshape(true), stretched, lengths));
  }

  private static List<ValueId> tile(OnnxNode node) {
    node.expect(2);
    if (!node.hasFixedIntegers(1)) {
      return tileComputed(node);
    }
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
}
