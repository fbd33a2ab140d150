package io.pelton.engine.graph;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Ops that spread elements over spatial axes: a {@link ConvOp} the other way round. */
public sealed interface SpreadOp extends Op {
  /**
   * ai.onnx ConvTranspose over one, two or three spatial axes. Operands: x [N, C, spatial...], w
   * [C, M / group, kernel...], then optionally the bias [M]. Products are summed over the group's
   * channels, then over the kernel's elements in row-major order; then the bias is added. The
   * result is rounded once to the operands' dtype.
   *
   * @param window its pads cut outputs off
   * @param extra outputs after the last that the window gives, one number for each spatial axis
   */
  record ConvTranspose(Window window, List<Integer> extra, int group) implements SpreadOp {
    private static final int BIAS = 2;

    public ConvTranspose {
      extra = List.copyOf(extra);
    }

    @Override
    public OpKind kind() {
      return OpKind.CONV_TRANSPOSE;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      DType dtype = in.dtype(0);
      in.check(dtype.isFloat(), "is not defined for " + dtype);
      ConvRule.checkDType(in, 1, "w", dtype);
      ConvRule.checkDType(in, BIAS, "the bias", dtype);
      return List.of(dtype);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Shape x = in.shape(0);
      Shape w = in.shape(1);
      in.check(
          x.rank() >= 3 && x.rank() <= 5 && w.rank() == x.rank(),
          "x and w should have one, two or three spatial axes but are " + x + " and " + w);
      in.check(w.isFixed(), "the shape of w should be fixed but is " + w);
      long[] lengths = w.dims();
      window.check(in, x.rank() - 2);
      in.check(
          extra.size() == x.rank() - 2 && extra.stream().allMatch(more -> more >= 0),
          "should have numbers of extra outputs, none negative, but has " + extra);
      in.check(
          group >= 1 && lengths[0] % group == 0,
          "the " + lengths[0] + " channels do not divide into " + group + " groups");
      Extent channels = x.extent(1);
      in.check(
          !channels.isFixed() || channels.max() == lengths[0],
          "x " + x + " should have " + lengths[0] + " channels");
      in.check(
          Arrays.stream(lengths).skip(2).allMatch(length -> length > 0),
          "kernels should not be empty but w is " + w);
      List<Extent> extents =
          new ArrayList<>(List.of(x.extent(0), Extent.fixed(lengths[1] * group)));
      for (int axis = 0; axis < extra.size(); axis++) {
        extents.add(window.input(in, axis, x.extent(axis + 2), lengths[axis + 2], extra.get(axis)));
      }
      Shape output = Shape.of(extents);
      ConvRule.checkPerChannel(in, BIAS, "the bias", output.extent(1));
      return List.of(output);
    }

    @Override
    public boolean isRowwise(Inference in) {
      return !in.hasRows(1) && !in.hasRows(BIAS);
    }
  }

  /**
   * ai.onnx Col2Im: sums blocks where they overlap, in row-major order of the block's elements.
   * Operands: x [N, C * block, L], the lengths of the spatial axes and those of a block, both as
   * I64; output [N, C, spatial...] with one, two or three spatial axes.
   */
  record ColumnsToImage(Window window) implements SpreadOp {
    public static final int IMAGE = 1;
    public static final int BLOCK = 2;

    @Override
    public OpKind kind() {
      return OpKind.COLUMNS_TO_IMAGE;
    }

    @Override
    public boolean isPlanOperand(int operand) {
      return operand >= IMAGE;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.check(in.dtype(0).isNumeric(), "is not defined for " + in.dtype(0));
      in.check(
          in.dtype(IMAGE) == DType.I64 && in.dtype(BLOCK) == DType.I64,
          "the lengths of image and block should be I64");
      return List.of(in.dtype(0));
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Shape x = in.shape(0);
      int axes = window.strides().size();
      in.check(x.rank() == 3, "x should be [N, C * block, L] but is " + x);
      in.check(axes >= 1 && axes <= 3, "should have one to three spatial axes but has " + axes);
      window.check(in, axes);
      List<Extent> extents = new ArrayList<>();
      extents.add(x.extent(0));
      Optional<long[]> block = in.fixedIntegers(BLOCK);
      boolean isKnown = block.isPresent() && x.extent(1).isFixed();
      extents.add(isKnown ? channels(in, block.get()) : in.unknown(x.extent(1).max()));
      for (int axis = 0; axis < axes; axis++) {
        extents.add(SampleRule.length(in, IMAGE, axis));
      }
      if (block.isPresent() && in.fixedIntegers(IMAGE).isPresent() && x.extent(2).isFixed()) {
        checkColumns(in, block.get(), in.fixedIntegers(IMAGE).get());
      }
      return List.of(Shape.of(extents));
    }

    private Extent channels(Inference in, long... block) {
      in.check(
          block.length == window.strides().size()
              && Arrays.stream(block).allMatch(length -> length > 0),
          "the block should have a length for each spatial axis but is " + Arrays.toString(block));
      long size = Arrays.stream(block).reduce(1, Math::multiplyExact);
      long columns = in.shape(0).extent(1).max();
      in.check(columns % size == 0, columns + " does not divide into blocks of " + size);
      return Extent.fixed(columns / size);
    }

    private void checkColumns(Inference in, long[] block, long... image) {
      in.check(image.length == block.length, "image and block should have one length an axis each");
      long columns = 1;
      for (int axis = 0; axis < image.length; axis++) {
        columns *= window.output(in, axis, Extent.fixed(image[axis]), block[axis]).max();
      }
      in.check(
          columns == in.shape(0).extent(2).max(),
          "x should have " + columns + " columns but is " + in.shape(0));
    }
  }

  /**
   * ai.onnx MaxUnpool. Operands: x [N, C, spatial...], I64 indices of the same shape, then
   * optionally the output's shape as I64. Indices count the elements of the output as the window
   * gives it; a larger output has zeros behind those along every axis. Of equal indices the last
   * counts.
   *
   * @param lengths of the window, one for each spatial axis
   */
  record MaxUnpool(List<Integer> lengths, Window window) implements SpreadOp {
    private static final int SHAPE = 2;

    public MaxUnpool {
      lengths = List.copyOf(lengths);
    }

    @Override
    public OpKind kind() {
      return OpKind.MAX_UNPOOL;
    }

    @Override
    public boolean isPlanOperand(int operand) {
      return operand == SHAPE;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.check(in.dtype(0).isFloat(), "is not defined for " + in.dtype(0));
      in.check(in.dtype(1) == DType.I64, "indices should be I64 but are " + in.dtype(1));
      return List.of(in.dtype(0));
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Shape inner = inner(in);
      if (!in.has(SHAPE)) {
        return List.of(inner);
      }
      List<Extent> extents = new ArrayList<>();
      Optional<List<DynScalar>> given = in.integers(SHAPE);
      in.check(
          given.isEmpty() || given.get().size() == inner.rank(),
          "the output's shape should have " + inner.rank() + " lengths but is " + given);
      for (int axis = 0; axis < inner.rank(); axis++) {
        Extent extent = SampleRule.length(in, SHAPE, axis);
        Extent least = inner.extent(axis);
        in.check(
            !extent.isFixed() || !least.isFixed() || extent.max() >= least.max(),
            "the output's shape should reach " + inner + " but is " + given);
        extents.add(extent);
      }
      return List.of(Shape.of(extents));
    }

    /** Of the part of the output that the indices count. */
    public Shape inner(Inference in) {
      Shape x = in.shape(0);
      in.check(
          x.rank() >= 3 && lengths.size() == x.rank() - 2,
          "x should have as many spatial axes as the window " + lengths + " but is " + x);
      in.check(in.shape(1).rank() == x.rank(), "indices should have the shape " + x);
      window.check(in, lengths.size());
      List<Extent> extents = new ArrayList<>(x.extents().subList(0, 2));
      for (int axis = 0; axis < lengths.size(); axis++) {
        extents.add(window.input(in, axis, x.extent(axis + 2), lengths.get(axis), 0));
      }
      return Shape.of(extents);
    }

    /** Indices count over all rows. */
    @Override
    public boolean isRowwise(Inference in) {
      return false;
    }
  }
}
