package io.pelton.engine.graph;

import io.pelton.engine.tensor.Extent;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * How a kernel moves over the spatial axes of its input, one entry an axis, as ai.onnx defines it.
 *
 * @param strides steps between neighbouring outputs, at least 1
 * @param padsBegin elements added before each axis, at least 0
 * @param padsEnd elements added after each axis, at least 0
 * @param dilations distance between neighbouring elements of the kernel, at least 1
 */
public record Window(
    List<Integer> strides,
    List<Integer> padsBegin,
    List<Integer> padsEnd,
    List<Integer> dilations) {
  public Window {
    strides = List.copyOf(strides);
    padsBegin = List.copyOf(padsBegin);
    padsEnd = List.copyOf(padsEnd);
    dilations = List.copyOf(dilations);
  }

  /** Steps of 1, no padding, no dilation. */
  public static Window plain(int axes) {
    List<Integer> ones = Collections.nCopies(axes, 1);
    List<Integer> zeros = Collections.nCopies(axes, 0);
    return new Window(ones, zeros, zeros, ones);
  }

  void check(Inference in, int axes) {
    in.check(
        Stream.of(strides, padsBegin, padsEnd, dilations).allMatch(list -> list.size() == axes),
        "should have "
            + axes
            + " strides, pads and dilations, one for each spatial axis, but has "
            + this);
    in.check(
        Stream.of(strides, dilations).flatMap(List::stream).allMatch(value -> value >= 1),
        "strides and dilations should be at least 1 but are " + strides + ", " + dilations);
    in.check(
        Stream.of(padsBegin, padsEnd).flatMap(List::stream).allMatch(value -> value >= 0),
        "pads should not be negative but are " + padsBegin + ", " + padsEnd);
  }

  /** Elements from the first to the last that a kernel of that length meets. */
  long reach(int axis, long kernel) {
    return (kernel - 1) * dilations.get(axis) + 1;
  }

  /**
   * Length of the output along a spatial axis.
   *
   * @param kernel length of the kernel along that axis
   */
  Extent output(Inference in, int axis, Extent length, long kernel) {
    if (length.max() == Extent.UNBOUNDED) {
      return in.unknown(Extent.UNBOUNDED);
    }
    long reach = reach(axis, kernel);
    long room = length.max() + padsBegin.get(axis) + padsEnd.get(axis) - reach;
    in.check(
        room >= 0 || !length.isFixed(),
        "the kernel reaches over "
            + reach
            + " elements but spatial axis "
            + axis
            + " is "
            + length);
    long outputs = Math.floorDiv(room, strides.get(axis)) + 1;
    return length.isFixed() ? Extent.fixed(outputs) : in.unknown(Math.max(outputs, 0));
  }

  /**
   * Length along a spatial axis of what a kernel moves over, where it has {@code outputs} places.
   *
   * @param kernel length of the kernel along that axis
   * @param extra elements behind the last place
   */
  Extent input(Inference in, int axis, Extent outputs, long kernel, int extra) {
    if (outputs.max() == Extent.UNBOUNDED) {
      return in.unknown(Extent.UNBOUNDED);
    }
    long pads = (long) padsBegin.get(axis) + padsEnd.get(axis);
    long length =
        Math.multiplyExact(outputs.max() - 1, (long) strides.get(axis))
            + reach(axis, kernel)
            + extra
            - pads;
    in.check(
        length >= 0 || !outputs.isFixed() || outputs.max() == 0,
        "pads of " + pads + " leave nothing of spatial axis " + axis);
    long least = Math.max(length, 0);
    return outputs.isFixed() ? Extent.fixed(least) : in.unknown(least);
  }
}
