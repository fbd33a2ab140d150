package io.pelton.onnx.oracle.operator;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.number;
import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.oracle.operator.OperatorDraws.ALL;
import static io.pelton.onnx.oracle.operator.ShapeDraws.list;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.oracle.Draw;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/** Operators that cut tensors, put them together, or put something around them. */
final class PartDraws {
  private PartDraws() {}

  static void addTo(OperatorDraws draws) {
    draws.add("Tile", ALL, PartDraws::tile);
    draws.add("Concat", ALL, PartDraws::concat);
    draws.add("Split", ALL, PartDraws::split);
    draws.add("Slice", ALL, PartDraws::slice);
    draws.add("Pad", ALL, PartDraws::pad);
    draws.add("Trilu", ALL, PartDraws::triangle);
    draws.add("CenterCropPad", ALL, PartDraws::crop);
  }

  private static void data(NodeCase node, long... dims) {
    node.input(node.values().odd(node.dtype(), dims));
  }

  /** An axis, from the end only where versions allow it. */
  private static int axis(NodeCase node, int rank) {
    return node.since(11) ? node.values().axis(rank) : node.draw().below(rank);
  }

  private static void tile(NodeCase node) {
    long[] dims = node.values().shape(0, 4);
    long[] repeats = new long[dims.length];
    Arrays.setAll(repeats, axis -> node.draw().one(1, 2, 3, 1, 2, node.draw().below(4)));
    data(node, dims);
    node.operand(list(repeats));
  }

  private static void concat(NodeCase node) {
    long[] dims = node.values().shape(1, 4);
    int axis = axis(node, dims.length);
    int along = Math.floorMod(axis, dims.length);
    for (int left = node.draw().between(1, 4); left > 0; left--) {
      long[] own = dims.clone();
      own[along] = node.draw().below(4);
      node.operand(node.values().odd(node.dtype(), own));
    }
    node.attribute(integer("axis", axis));
  }

  private static void split(NodeCase node) {
    Draw draw = node.draw();
    long[] dims = node.values().shape(1, 4);
    int axis = axis(node, dims.length);
    int along = Math.floorMod(axis, dims.length);
    int parts = draw.between(1, 4);
    boolean isGiven = draw.chance(0.5);
    boolean rounds = !isGiven && node.since(18) && draw.chance(0.5);
    long[] lengths = new long[parts];
    long equal = draw.between(1, 3);
    Arrays.setAll(lengths, i -> isGiven ? draw.below(4) : equal);
    dims[along] = Arrays.stream(lengths).sum() - (rounds ? draw.below((int) equal) : 0);
    data(node, dims);
    if (axis != 0 || draw.chance(0.5)) {
      node.attribute(integer("axis", axis));
    }
    if (isGiven && node.since(13)) {
      node.operand(list(lengths));
    } else if (isGiven) {
      node.attribute(integers("split", lengths));
    } else if (node.since(18)) {
      node.attribute(integer("num_outputs", parts));
    }
    node.outputs(parts);
  }

  private static void slice(NodeCase node) {
    Draw draw = node.draw();
    long[] dims = node.values().shape(1, 4);
    int count = draw.between(1, dims.length);
    boolean hasAxes = count < dims.length || draw.chance(0.6);
    long[] axes = LongStream.range(0, dims.length).toArray();
    if (hasAxes) {
      axes = node.values().axes(dims.length, count);
    }
    for (int i = 0; i < axes.length; i++) {
      axes[i] += axes[i] < 0 && !node.since(10) ? dims.length : 0;
    }
    boolean hasSteps = node.since(10) && draw.chance(0.6);
    long[] steps = new long[axes.length];
    Arrays.setAll(steps, i -> hasSteps ? draw.one(1, 2, 3, -1, -2, -7) : 1);
    long[] starts = new long[axes.length];
    long[] ends = new long[axes.length];
    for (int i = 0; i < axes.length; i++) {
      starts[i] = draw.between(-7, 7);
      ends[i] =
          draw.chance(0.2)
              ? draw.one((long) Integer.MAX_VALUE, (long) Integer.MIN_VALUE)
              : draw.between(-7, 7);
    }
    for (int i = 0; i < ends.length; i++) {
      if (steps[i] < 0 && ends[i] == Integer.MAX_VALUE) {
        node.beyondPeer(
            "It takes the largest end for the front when steps are negative; but that is beyond"
                + " the last element, where no element lies on the way.");
      }
    }
    data(node, dims);
    if (!node.since(10)) {
      node.attribute(integers("starts", starts)).attribute(integers("ends", ends));
      if (hasAxes) {
        node.attribute(integers("axes", axes));
      }
      return;
    }
    DType type = draw.one(DType.I64, DType.I32);
    node.operand(numbers(type, starts)).operand(numbers(type, ends));
    if (hasAxes) {
      node.operand(numbers(type, axes));
    } else if (hasSteps) {
      node.absent();
    }
    if (hasSteps) {
      node.operand(numbers(type, steps));
    }
  }

  static Tensor numbers(DType type, long... numbers) {
    int[] at = {0};
    return Values.longs(type, () -> numbers[at[0]++], numbers.length);
  }

  private static void pad(NodeCase node) {
    Draw draw = node.draw();
    long[] dims = node.values().shape(1, 4);
    String mode = draw.one(modes(node));
    long[] axes = LongStream.range(0, dims.length).toArray();
    boolean hasAxes = node.since(18) && draw.chance(0.4);
    if (hasAxes) {
      axes = node.values().axes(dims.length, draw.between(1, dims.length));
    }
    long[] pads = new long[2 * axes.length];
    for (int i = 0; i < axes.length; i++) {
      int length = (int) dims[Math.floorMod(axes[i], dims.length)];
      pads[i] = onePad(draw, mode, length);
      pads[i + axes.length] = onePad(draw, mode, pads[i] < 0 ? length + (int) pads[i] : length);
    }
    data(node, dims);
    if (!mode.equals("constant") || draw.chance(0.5)) {
      node.attribute(text("mode", mode));
    }
    if (!node.since(11)) {
      node.attribute(integers("pads", pads));
      if (draw.chance(0.5)) {
        node.attribute(number("value", node.dtype().isFloat() ? draw.normal() : draw.below(2)));
      }
      return;
    }
    node.operand(list(pads));
    boolean hasValue = draw.chance(0.6);
    if (hasValue) {
      node.operand(node.values().odd(node.dtype(), one(draw)));
    } else if (hasAxes) {
      node.absent();
    }
    if (hasAxes) {
      node.operand(numbers(draw.one(DType.I64, DType.I32), axes));
    }
  }

  private static List<String> modes(NodeCase node) {
    return node.since(19)
        ? List.of("constant", "constant", "edge", "reflect", "wrap")
        : List.of("constant", "constant", "edge", "reflect");
  }

  /** Of how much an axis of the length allows. */
  private static long onePad(Draw draw, String mode, int length) {
    int least = -Math.min(1, length);
    return switch (mode) {
      case "constant" -> draw.between(least, 3);
      case "reflect" -> length == 0 ? 0 : draw.between(0, Math.min(3, length - 1));
      default -> length == 0 ? 0 : draw.between(0, Math.min(3, length));
    };
  }

  /** The shape of one number, with an axis or without. */
  static long[] one(Draw draw) {
    return draw.chance(0.7) ? new long[0] : new long[] {1};
  }

  private static void triangle(NodeCase node) {
    data(node, node.values().shape(2, 4));
    if (node.draw().chance(0.7)) {
      node.operand(node.values().between(DType.I64, -6, 6, one(node.draw())));
    }
    if (node.draw().chance(0.7)) {
      node.attribute(integer("upper", node.draw().below(2)));
    }
  }

  private static void crop(NodeCase node) {
    Draw draw = node.draw();
    long[] dims = node.values().shape(1, 4);
    int count = dims.length;
    data(node, dims);
    if (draw.chance(0.6)) {
      long[] axes = node.values().axes(dims.length, draw.between(1, dims.length));
      node.attribute(integers("axes", axes));
      count = axes.length;
    }
    node.operand(node.values().between(draw.one(DType.I64, DType.I32), 0, 7, count));
  }
}
