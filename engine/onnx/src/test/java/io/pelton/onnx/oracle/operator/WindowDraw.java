package io.pelton.onnx.oracle.operator;

import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.text;

import io.pelton.onnx.oracle.Draw;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Draws a window that moves over spatial axes, and the attributes that describe it. */
final class WindowDraw {
  private final NodeCase node;
  private final Draw draw;
  private final boolean hasDilations;
  private final boolean hasAutoPad;
  private final long[] lengths;
  private final long[] strides;
  private final long[] dilations;
  private final long[] pads;
  private String autoPad = "NOTSET";

  private WindowDraw(NodeCase node, int axes, boolean hasDilations, boolean hasAutoPad) {
    this.node = node;
    this.draw = node.draw();
    this.hasDilations = hasDilations;
    this.hasAutoPad = hasAutoPad;
    this.lengths = LongStream.generate(() -> draw.between(1, 3)).limit(axes).toArray();
    this.strides = filled(axes, draw.chance(0.5), 3);
    this.dilations = filled(axes, !hasDilations || draw.chance(0.6), 2);
    this.pads = new long[2 * axes];
    if (hasAutoPad && draw.chance(0.25)) {
      autoPad = draw.one("SAME_UPPER", "SAME_LOWER", "VALID");
    } else if (draw.chance(0.6)) {
      // a place that sees padding only is not defined
      Arrays.setAll(pads, i -> draw.below((int) Math.min(reach(i % axes), 3)));
    }
  }

  private long[] filled(int axes, boolean isPlain, int most) {
    return LongStream.generate(() -> isPlain ? 1 : draw.between(1, most)).limit(axes).toArray();
  }

  /** With {@code auto_pad}. */
  static WindowDraw of(NodeCase node, boolean hasDilations) {
    return new WindowDraw(node, node.draw().one(1, 2, 2, 3), hasDilations, true);
  }

  /** Without {@code auto_pad}. */
  static WindowDraw explicit(NodeCase node, int axes, boolean hasDilations) {
    return new WindowDraw(node, axes, hasDilations, false);
  }

  int axes() {
    return lengths.length;
  }

  /** Of the window. */
  long[] lengths() {
    return lengths;
  }

  long pads(int axis) {
    return pads[axis] + pads[axis + axes()];
  }

  long stride(int axis) {
    return strides[axis];
  }

  /** Elements from the first to the last that the window sees. */
  long reach(int axis) {
    return (lengths[axis] - 1) * dilations[axis] + 1;
  }

  /** So many places of a window that something is left when pads are cut off. */
  long leastPlaces(int axis) {
    long missing = Math.max(0, 1 + pads(axis) - reach(axis));
    return 1 + (missing + strides[axis] - 1) / strides[axis];
  }

  boolean isPlain() {
    return autoPad.equals("NOTSET");
  }

  boolean isSame() {
    return autoPad.startsWith("SAME");
  }

  boolean isValid() {
    return autoPad.equals("VALID");
  }

  boolean isDilated() {
    return LongStream.of(dilations).anyMatch(dilation -> dilation > 1);
  }

  /** True where the window steps over elements. */
  boolean hasGaps() {
    return IntStream.range(0, axes()).anyMatch(axis -> reach(axis) < strides[axis]);
  }

  /** Lengths of an input that has room for the window. */
  long[] input() {
    long[] input = new long[axes()];
    Arrays.setAll(
        input,
        axis -> {
          long least = isSame() ? 1 : Math.max(1, reach(axis) - pads(axis));
          return least + draw.below(axes() > 2 ? 3 : 5);
        });
    return input;
  }

  /** How many places the window has. */
  long[] places(long... input) {
    long[] places = new long[axes()];
    Arrays.setAll(places, axis -> (input[axis] + pads(axis) - reach(axis)) / strides[axis] + 1);
    return places;
  }

  /** Leaves out some that have their defaults. */
  void addAttributes() {
    addIfNeeded("strides", strides, 1);
    if (hasDilations) {
      addIfNeeded("dilations", dilations, 1);
    }
    if (isPlain()) {
      addIfNeeded("pads", pads, 0);
    }
    if (hasAutoPad && (!isPlain() || draw.chance(0.2))) {
      node.attribute(text("auto_pad", autoPad));
    }
  }

  private void addIfNeeded(String name, long[] values, long usual) {
    if (LongStream.of(values).anyMatch(value -> value != usual) || draw.chance(0.3)) {
      node.attribute(integers(name, values));
    }
  }

  static long[] join(long[] some, long... others) {
    return LongStream.concat(LongStream.of(some), LongStream.of(others)).toArray();
  }
}
