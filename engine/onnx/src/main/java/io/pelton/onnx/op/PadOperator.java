package io.pelton.onnx.op;

import io.pelton.engine.graph.ShapeOp.Gather;
import io.pelton.engine.graph.ShapeOp.ShapeOf;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Reshape;
import io.pelton.engine.graph.ViewOp.Slice;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Pad, as concatenations with parts of the input or with a value that is stretched. */
final class PadOperator {
  /** Where the elements beyond an end come from. */
  private enum Mode {
    CONSTANT,
    EDGE,
    REFLECT,
    WRAP
  }

  private final OnnxNode node;
  private final Steps steps;
  private final Mode mode;
  private final ValueId value;

  private PadOperator(OnnxNode node, Mode mode, ValueId value) {
    this.node = node;
    this.steps = new Steps(node);
    this.mode = mode;
    this.value = value;
  }

  static void addTo(OperatorFamily ops) {
    ops.add("Pad", 1, node -> byAttribute(node, "paddings"));
    ops.add("Pad", 2, node -> byAttribute(node, "pads"));
    ops.add("Pad", 11, node -> byOperand(node, 3));
    ops.add("Pad", 18, node -> byOperand(node, 4));
  }

  private static Mode mode(OnnxNode node) {
    String name = node.attributes().text("mode", "constant");
    return switch (name) {
      case "constant" -> Mode.CONSTANT;
      case "edge" -> Mode.EDGE;
      case "reflect" -> Mode.REFLECT;
      case "wrap" -> Mode.WRAP;
      default -> throw node.invalid("'mode' is '" + name + "'");
    };
  }

  private static List<ValueId> byAttribute(OnnxNode node, String name) {
    node.expect(1);
    long[] pads = node.attributes().required(name, node.attributes().integers(name));
    float value = node.attributes().number("value", 0);
    node.support(
        value == 0 || node.dtype(0) != DType.STRING, "texts are padded with empty ones only");
    ValueId scalar =
        value == 0
            ? node.constant("value", Tensor.allocate(node.dtype(0)))
            : new Steps(node)
                .cast(node.constant("value", Tensor.of(new float[] {value})), node.dtype(0));
    int[] axes = IntStream.range(0, node.rank(0)).toArray();
    return new PadOperator(node, mode(node), scalar).pad(pads, axes);
  }

  /** Axes are an operand since version 18. */
  private static List<ValueId> byOperand(OnnxNode node, int operands) {
    node.expect(2, operands);
    if (!node.hasFixedIntegers(1) || (node.has(3) && !node.hasFixedIntegers(3))) {
      return new ComputedPad(node, node.attributes().text("mode", "constant"))
          .pad(node.operand(1), node.has(3) ? node.operand(3) : ValueId.ABSENT, value(node));
    }
    long[] pads = node.fixedIntegers(1, "'pads'");
    int rank = node.rank(0);
    int[] axes =
        node.has(3)
            ? Arrays.stream(node.fixedIntegers(3, "'axes'"))
                .mapToInt(axis -> Math.toIntExact(axis < 0 ? axis + rank : axis))
                .toArray()
            : IntStream.range(0, rank).toArray();
    return new PadOperator(node, mode(node), value(node)).pad(pads, axes);
  }

  private static ValueId value(OnnxNode node) {
    return node.has(2) ? scalar(node) : node.constant("value", Tensor.allocate(node.dtype(0)));
  }

  private static ValueId scalar(OnnxNode node) {
    node.check(
        !node.shape(2).isFixed() || Layout.elements(node.shape(2).dims()) == 1,
        "the padding should be one element but is " + node.shape(2));
    return node.rank(2) == 0
        ? node.operand(2)
        : new Steps(node).apply(new Reshape(false), node.operand(2), node.constant("scalar"));
  }

  /**
   * @param pads before each of the axes, then after each; negative ones cut off
   */
  private List<ValueId> pad(long[] pads, int... axes) {
    node.check(
        pads.length == 2 * axes.length && Arrays.stream(axes).distinct().count() == axes.length,
        pads.length + " pads for " + axes.length + " axes");
    ValueId padded = node.operand(0);
    for (int i = 0; i < axes.length; i++) {
      int axis = axes[i];
      node.check(
          axis >= 0 && axis < node.rank(0), "axis " + axis + " is outside of " + node.shape(0));
      long before = pads[i];
      long after = pads[i + axes.length];
      if (before < 0 || after < 0) {
        long end = after < 0 ? after : Long.MAX_VALUE;
        padded = steps.slice(padded, axis, Math.max(-before, 0), end);
      }
      padded = joined(padded, axis, Math.max(before, 0), Math.max(after, 0));
    }
    return List.of(padded);
  }

  private ValueId joined(ValueId x, int axis, long before, long after) {
    if (repeats(x, axis, Math.max(before, after))) {
      AxisIndices indices = new AxisIndices(node);
      return new ComputedPad(node, mode.name().toLowerCase(Locale.ROOT))
          .pad(x, axis, indices.number(before), indices.number(after), value);
    }
    List<ValueId> parts = new ArrayList<>();
    if (before > 0) {
      parts.add(
          switch (mode) {
            case CONSTANT -> block(x, axis, before, value);
            case EDGE -> end(x, axis, before, 0);
            case REFLECT -> backwards(x, axis, before, 0);
            case WRAP -> steps.slice(x, axis, -before, Long.MAX_VALUE);
          });
    }
    parts.add(x);
    if (after > 0) {
      parts.add(
          switch (mode) {
            case CONSTANT -> block(x, axis, after, value);
            case EDGE -> end(x, axis, after, -1);
            case REFLECT -> backwards(x, axis, -2, -2 - after);
            case WRAP -> steps.slice(x, axis, 0, after);
          });
    }
    return steps.concat(axis, parts);
  }

  /** Whether the pads need more than there is, or what there is is not known yet. */
  private boolean repeats(ValueId x, int axis, long pad) {
    Extent length = node.tensor(x).shape().extent(axis);
    node.check(
        mode == Mode.CONSTANT || pad == 0 || !length.isFixed() || length.max() > 0,
        "axis " + axis + " is empty and has nothing to fill 'pads' of " + pad + " with");
    return pad > 0
        && (mode == Mode.REFLECT || mode == Mode.WRAP)
        && !(length.isFixed() && pad < length.max());
  }

  private ValueId backwards(ValueId x, long axis, long start, long end) {
    return steps.apply(
        new Slice(),
        x,
        node.constant("starts", start),
        node.constant("ends", end),
        node.constant("axes", axis),
        node.constant("steps", -1));
  }

  /** The first or the last element; indices of an axis that turns out to be empty are refused. */
  private ValueId end(ValueId x, int axis, long length, long index) {
    node.support(length <= AxisIndices.LONGEST, "'pads' of " + length + " are not supported");
    long[] indices = new long[(int) length];
    Arrays.fill(indices, index);
    return steps.apply(new Gather(axis), x, node.constant("ends", indices));
  }

  /** The element stretched to a part that has x's lengths but along the axis. */
  private ValueId block(ValueId x, int axis, long length, ValueId element) {
    ValueId shape =
        steps.concat(
            0,
            List.of(
                steps.apply(new ShapeOf(0, axis), x),
                node.constant("length", length),
                steps.apply(new ShapeOf(axis + 1L, Long.MAX_VALUE), x)));
    return steps.expand(element, shape);
  }
}
