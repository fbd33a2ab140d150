package io.pelton.onnx.op;

import io.pelton.engine.graph.IndexOp.BindLength;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Narrow;
import io.pelton.engine.graph.ViewOp.Slice;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/** Split, by given lengths or into equal parts, of an axis whose length a run may know only. */
final class SplitOperator {
  private SplitOperator() {}

  static void addTo(OperatorFamily ops) {
    ops.add("Split", 1, SplitOperator::splitByAttributeOrOperand);
    ops.add("Split", 2, SplitOperator::splitByAttribute);
    ops.add("Split", 13, node -> splitByOperand(node, false));
    ops.add("Split", 18, node -> splitByOperand(node, true));
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
      if (!node.hasFixedIntegers(1)) {
        return splitComputed(node);
      }
      return split(node, node.fixedIntegers(1, "'split'"));
    }
    node.check(isCounted || !counts, "neither 'split' nor 'num_outputs' is given");
    int outputs = counts ? node.attributes().smallInteger("num_outputs", 0) : node.outputs();
    node.check(
        outputs == node.outputs(),
        "'num_outputs' is " + outputs + " but it has " + node.outputs() + " outputs");
    return splitEqually(node, outputs, counts);
  }

  /** Possibly negative where the number of axes is not known. */
  private static int axis(OnnxNode node) {
    int axis = node.attributes().smallInteger("axis", 0);
    if (!node.shape(0).isRanked()) {
      return axis;
    }
    int rank = node.rank(0);
    node.check(axis >= -rank && axis < rank, "axis " + axis + " is outside of " + node.shape(0));
    return axis < 0 ? axis + rank : axis;
  }

  /** Empty where it is known only when the model runs. */
  private static OptionalLong length(OnnxNode node) {
    Shape shape = node.shape(0);
    Extent length = shape.isRanked() ? shape.extent(axis(node)) : null;
    return length != null && length.isFixed()
        ? OptionalLong.of(length.max())
        : OptionalLong.empty();
  }

  /**
   * @param rounds the last part may be smaller
   */
  private static List<ValueId> splitEqually(OnnxNode node, int parts, boolean rounds) {
    node.check(parts > 0, "it has no outputs");
    OptionalLong known = length(node);
    if (known.isEmpty()) {
      return splitEquallyByComputedLength(node, parts, rounds);
    }
    long length = known.getAsLong();
    node.check(
        rounds || length % parts == 0, length + " elements do not divide into " + parts + " parts");
    long part = (length + parts - 1) / parts;
    long[] lengths = new long[parts];
    Arrays.setAll(lengths, i -> Math.max(0, Math.min(part, length - part * i)));
    return split(node, lengths);
  }

  private static List<ValueId> splitEquallyByComputedLength(
      OnnxNode node, int parts, boolean rounds) {
    AxisIndices indices = new AxisIndices(node);
    Steps steps = new Steps(node);
    int axis = axis(node);
    ValueId count = indices.number(parts);
    ValueId length = indices.lengthOf(node.operand(0), axis);
    ValueId rounded = indices.add(length, indices.number(parts - 1L));
    ValueId part = steps.binary(OpKind.DIV, rounded, count);
    ValueId rest = indices.subtract(steps.binary(OpKind.MUL, part, count), length);
    ValueId start = rounds ? indices.number(0) : zero(node, rest);
    List<ValueId> split = new ArrayList<>();
    for (int i = 0; i < parts; i++) {
      ValueId end = indices.add(start, part);
      split.add(
          steps.apply(
              new Slice(),
              node.operand(0),
              steps.unsqueeze(start, 0),
              steps.unsqueeze(end, 0),
              node.constant("axes", axis)));
      start = end;
    }
    return split;
  }

  /** A number that has to be 0, which a run checks. */
  private static ValueId zero(OnnxNode node, ValueId number) {
    return node.apply(new BindLength(node.freshSymbol(), 0), number).get(0);
  }

  private static List<ValueId> split(OnnxNode node, long... lengths) {
    node.check(
        lengths.length == node.outputs(),
        lengths.length + " parts for " + node.outputs() + " outputs");
    long sum = Arrays.stream(lengths).sum();
    OptionalLong known = length(node);
    node.check(
        Arrays.stream(lengths).allMatch(part -> part >= 0)
            && (known.isEmpty() || sum == known.getAsLong()),
        "parts "
            + Arrays.toString(lengths)
            + " do not sum up to "
            + (known.isPresent() ? known.getAsLong() : "a length"));
    Steps steps = new Steps(node);
    int axis = axis(node);
    ValueId x = known.isPresent() ? node.operand(0) : ofLength(node, axis, sum);
    List<ValueId> parts = new ArrayList<>();
    long start = 0;
    for (long part : lengths) {
      parts.add(
          known.isPresent()
              ? steps.slice(x, axis, start, start + part)
              : steps.apply(new Narrow(axis, DynScalar.of(start), DynScalar.of(part)), x));
      start += part;
    }
    return parts;
  }

  /** The input itself, whose axis a run checks to have that length. */
  private static ValueId ofLength(OnnxNode node, int axis, long length) {
    AxisIndices indices = new AxisIndices(node);
    SymbolId excess = node.freshSymbol();
    ValueId rest =
        indices.subtract(indices.lengthOf(node.operand(0), axis), indices.number(length));
    node.apply(new BindLength(excess, 0), rest);
    DynScalar none = DynScalar.of(Extent.symbolic(excess));
    return node.apply(new Narrow(axis, none, DynScalar.of(length)), node.operand(0)).get(0);
  }

  /** Parts of lengths that are known only when the model runs; their sum is checked then. */
  private static List<ValueId> splitComputed(OnnxNode node) {
    int axis = axis(node);
    AxisIndices indices = new AxisIndices(node);
    List<ValueId> lengths = new ArrayList<>();
    ValueId rest = indices.lengthOf(node.operand(0), axis);
    for (int part = 0; part < node.outputs(); part++) {
      lengths.add(indices.element(node.operand(1), part));
      rest = indices.subtract(rest, lengths.get(part));
    }
    ValueId start = zero(node, rest);
    List<ValueId> parts = new ArrayList<>();
    for (ValueId length : lengths) {
      ValueId places = indices.add(indices.upTo(length), start);
      parts.add(indices.pick(node.operand(0), axis, places));
      start = indices.add(start, length);
    }
    return parts;
  }
}
