package io.pelton.onnx.op;

import io.pelton.engine.graph.SpreadOp.ConvTranspose;
import io.pelton.engine.graph.Window;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads strides, pads, dilations and {@code auto_pad} of convolutions and poolings. */
final class WindowReader {
  /** How {@code auto_pad} chooses pads. */
  private enum AutoPad {
    NOTSET,
    SAME_UPPER,
    SAME_LOWER,
    VALID
  }

  private final OnnxNode node;
  private final List<Integer> lengths;
  private final List<Integer> strides;
  private final List<Integer> dilations;

  private WindowReader(OnnxNode node, List<Integer> lengths, boolean dilates) {
    this.node = node;
    this.lengths = lengths;
    this.strides = list("strides", 1);
    this.dilations = dilates ? list("dilations", 1) : Collections.nCopies(lengths.size(), 1);
    for (int axis = 0; axis < lengths.size(); axis++) {
      boolean isPositive = strides.get(axis) > 0 && dilations.get(axis) > 0;
      node.check(
          isPositive && lengths.get(axis) > 0,
          "kernel, strides and dilations should be above 0 but are "
              + lengths
              + ", "
              + strides
              + " and "
              + dilations);
    }
  }

  /**
   * @param lengths of the kernel, one for each spatial axis
   * @param dilates whether the operator has {@code dilations}
   */
  static Window read(OnnxNode node, List<Integer> lengths, boolean dilates) {
    return new WindowReader(node, lengths, dilates).window();
  }

  /**
   * The window of a pooling whose outputs are rounded up: padding at the end makes room for the
   * last one, unless it would start in padding. That padding must not count. Where {@code auto_pad}
   * chooses pads, its formulas give the same number of outputs either way.
   */
  static Window roundedUp(OnnxNode node, List<Integer> lengths, Window window) {
    if (node.attributes().choice("auto_pad", AutoPad.NOTSET) != AutoPad.NOTSET) {
      return window;
    }
    node.check(
        Stream.concat(window.padsBegin().stream(), window.padsEnd().stream())
            .allMatch(pad -> pad >= 0),
        "pads should not be negative but are " + window.padsBegin() + ", " + window.padsEnd());
    List<Integer> padsEnd = new ArrayList<>();
    for (int axis = 0; axis < lengths.size(); axis++) {
      Shape x = node.shape(0);
      node.support(
          x.isRanked() && x.rank() == lengths.size() + 2 && x.extent(axis + 2).isFixed(),
          "'ceil_mode' needs spatial axes of fixed lengths");
      long stride = window.strides().get(axis);
      long reach = (lengths.get(axis) - 1L) * window.dilations().get(axis) + 1;
      long before = x.extent(axis + 2).max() + window.padsBegin().get(axis);
      long room = before + window.padsEnd().get(axis) - reach;
      node.check(room >= 0, "the window is longer than the input " + x);
      long last = (room + stride - 1) / stride * stride;
      last = last < before ? last : last - stride;
      padsEnd.add(Math.toIntExact(Math.max(0, last + reach - before)));
    }
    return new Window(window.strides(), window.padsBegin(), padsEnd, window.dilations());
  }

  /**
   * A transposed convolution: {@code auto_pad} and {@code output_shape} choose pads by how much the
   * kernels reach over the output that is asked for.
   *
   * @param lengths of the kernels
   */
  static ConvTranspose transposed(OnnxNode node, List<Integer> lengths, int group) {
    WindowReader reader = new WindowReader(node, lengths, true);
    List<Integer> extra = new ArrayList<>(reader.list("output_padding", 0));
    Optional<long[]> shape = node.attributes().integers("output_shape");
    AutoPad autoPad = node.attributes().choice("auto_pad", AutoPad.NOTSET);
    if (shape.isEmpty() && (autoPad == AutoPad.NOTSET || autoPad == AutoPad.VALID)) {
      return new ConvTranspose(reader.window(), extra, group);
    }
    node.attributes().integers("pads"); // of no meaning beside an output shape
    List<Integer> begin = new ArrayList<>();
    List<Integer> end = new ArrayList<>();
    for (int axis = 0; axis < lengths.size(); axis++) {
      long excess =
          shape.isPresent()
              ? reader.excess(axis, extra.get(axis), shape.get())
              : reader.reach(axis) + extra.get(axis) - reader.strides.get(axis);
      int padding = Math.toIntExact(Math.max(excess, 0));
      int smaller = padding / 2;
      begin.add(autoPad == AutoPad.SAME_UPPER ? smaller : padding - smaller);
      end.add(autoPad == AutoPad.SAME_UPPER ? padding - smaller : smaller);
      extra.set(axis, Math.toIntExact(extra.get(axis) + Math.max(-excess, 0)));
    }
    return new ConvTranspose(
        new Window(reader.strides, begin, end, reader.dilations), extra, group);
  }

  /**
   * How far the kernels reach beyond the output that is asked for.
   *
   * @param shape of the output, with or without its first two axes
   */
  private long excess(int axis, int extra, long... shape) {
    Shape x = node.shape(0);
    node.check(
        shape.length == lengths.size() || shape.length == lengths.size() + 2,
        "'output_shape' should have " + lengths.size() + " entries but has " + shape.length);
    node.support(
        x.isRanked() && x.rank() == lengths.size() + 2 && x.extent(axis + 2).isFixed(),
        "'output_shape' needs spatial axes of fixed lengths");
    long whole = (x.extent(axis + 2).max() - 1) * strides.get(axis) + reach(axis) + extra;
    return whole - shape[shape.length - lengths.size() + axis];
  }

  private long reach(int axis) {
    return (lengths.get(axis) - 1L) * dilations.get(axis) + 1;
  }

  /** Lengths of a window that only an attribute gives. */
  static List<Integer> kernelShape(OnnxNode node) {
    Attributes attributes = node.attributes();
    return integers(
        node,
        "kernel_shape",
        attributes.required("kernel_shape", attributes.integers("kernel_shape")));
  }

  /** Lengths of kernels [M, C, lengths...], with which the attribute has to agree. */
  static List<Integer> kernelShape(OnnxNode node, int kernels) {
    Shape shape = node.shape(kernels);
    node.support(shape.isFixed(), "needs kernels of a fixed shape");
    node.check(shape.rank() > 2, "the kernels " + shape + " have no spatial axes");
    List<Integer> lengths =
        shape.extents().stream().skip(2).map(extent -> Math.toIntExact(extent.max())).toList();
    node.attributes()
        .integers("kernel_shape")
        .map(given -> integers(node, "kernel_shape", given))
        .ifPresent(
            given ->
                node.check(
                    given.equals(lengths),
                    "'kernel_shape' is " + given + " but the kernels are " + shape));
    return lengths;
  }

  private static List<Integer> integers(OnnxNode node, String name, long... values) {
    List<Integer> integers = new ArrayList<>();
    for (long value : values) {
      node.check(value == (int) value, "'" + name + "' is out of range: " + value);
      integers.add((int) value);
    }
    return integers;
  }

  private List<Integer> list(String name, int fallback) {
    Optional<long[]> given = node.attributes().integers(name);
    given.ifPresent(values -> node.attributes().checkLength(name, values.length, lengths.size()));
    return given
        .map(values -> integers(node, name, values))
        .orElseGet(() -> Collections.nCopies(lengths.size(), fallback));
  }

  private Window window() {
    AutoPad autoPad = node.attributes().choice("auto_pad", AutoPad.NOTSET);
    long[] pads = node.attributes().integers("pads").orElseGet(() -> new long[2 * lengths.size()]);
    node.attributes().checkLength("pads", pads.length, 2 * lengths.size());
    List<Integer> all = integers(node, "pads", pads);
    List<Integer> begin = all.subList(0, lengths.size());
    List<Integer> end = all.subList(lengths.size(), all.size());
    if (autoPad == AutoPad.NOTSET) {
      return new Window(strides, begin, end, dilations);
    }
    node.check(
        all.stream().allMatch(pad -> pad == 0),
        "'pads' are given although 'auto_pad' is " + autoPad);
    if (autoPad == AutoPad.VALID) {
      return new Window(strides, begin, end, dilations);
    }
    List<Integer> smaller = new ArrayList<>();
    List<Integer> larger = new ArrayList<>();
    for (int axis = 0; axis < lengths.size(); axis++) {
      int padding = padding(axis);
      smaller.add(padding / 2);
      larger.add(padding - padding / 2);
    }
    return autoPad == AutoPad.SAME_UPPER
        ? new Window(strides, smaller, larger, dilations)
        : new Window(strides, larger, smaller, dilations);
  }

  /** As much as gives an output for every stride of the input. */
  private int padding(int axis) {
    long reach = reach(axis);
    int stride = strides.get(axis);
    if (stride == 1) {
      return Math.toIntExact(reach - 1);
    }
    Shape x = node.shape(0);
    node.check(
        !x.isRanked() || x.rank() == lengths.size() + 2,
        "the input " + x + " should have " + lengths.size() + " spatial axes");
    Extent length = x.isRanked() ? x.extent(axis + 2) : null;
    node.support(
        length != null && length.isFixed(),
        "'auto_pad' with strides needs spatial axes of fixed lengths");
    long outputs = (length.max() + stride - 1) / stride;
    return Math.toIntExact(Math.max(0, (outputs - 1) * stride + reach - length.max()));
  }
}
