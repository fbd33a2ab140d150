package io.pelton.engine.graph;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/** What convolutions share: x [N, C, spatial...] with w [M, C / group, kernel...]. */
final class ConvRule {
  private ConvRule() {}

  /**
   * @param x which operand is convolved
   * @param w which operand holds the kernels; its shape has to be fixed
   */
  static Shape shape(Inference in, Window window, int group, int x, int w) {
    Shape data = in.shape(x);
    Shape kernels = in.shape(w);
    in.check(
        data.rank() >= 3 && data.rank() <= 5 && kernels.rank() == data.rank(),
        "x and w should have one, two or three spatial axes but are " + data + " and " + kernels);
    in.check(kernels.isFixed(), "the shape of w should be fixed but is " + kernels);
    long[] lengths = kernels.dims();
    window.check(in, data.rank() - 2);
    in.check(
        Arrays.stream(lengths).skip(2).allMatch(length -> length > 0),
        "kernels should not be empty but w is " + kernels);
    in.check(
        group >= 1 && lengths[0] % group == 0,
        "the " + lengths[0] + " kernels do not divide into " + group + " groups");
    Extent channels = data.extent(1);
    in.check(
        !channels.isFixed() || channels.max() == lengths[1] * group,
        "x " + data + " should have " + lengths[1] * group + " channels");
    List<Extent> extents = new ArrayList<>(List.of(data.extent(0), Extent.fixed(lengths[0])));
    for (int axis = 0; axis < data.rank() - 2; axis++) {
      extents.add(window.output(in, axis, data.extent(axis + 2), lengths[axis + 2]));
    }
    return Shape.of(extents);
  }

  /** Checks that an optional operand has one element for each of {@code channels}. */
  static void checkPerChannel(Inference in, int operand, String role, Extent channels) {
    if (in.has(operand)) {
      Shape shape = in.shape(operand);
      boolean fits =
          shape.rank() == 1
              && (!shape.extent(0).isFixed()
                  || !channels.isFixed()
                  || shape.extent(0).max() == channels.max());
      in.check(fits, role + " should be [" + channels + "] but is " + shape);
    }
  }

  /** Checks that an optional operand is a scalar or has one element. */
  static void checkSingle(Inference in, int operand, String role) {
    if (in.has(operand)) {
      Shape shape = in.shape(operand);
      boolean isSingle = shape.isFixed() && Layout.elements(shape.dims()) == 1;
      in.check(isSingle && shape.rank() <= 1, role + " should be one element but is " + shape);
    }
  }

  static void checkDType(Inference in, int operand, String role, DType dtype) {
    in.check(
        !in.has(operand) || in.dtype(operand) == dtype,
        role + " should be " + dtype + " but is another dtype");
  }

  /** Adds {@code bias} [M] to every spatial position of {@code value} [N, M, spatial...]. */
  static ValueId plusBias(Graph graph, String name, ValueId value, ValueId bias, int axes) {
    long[] at = LongStream.rangeClosed(1, axes).toArray();
    ValueId inserted = graph.constant(name + ".axes", Tensor.of(at, at.length));
    ValueId column = graph.apply(name, new ViewOp.Unsqueeze(), bias, inserted);
    return graph.apply(name, new ElementwiseOp.Binary(OpKind.ADD), value, column);
  }
}
