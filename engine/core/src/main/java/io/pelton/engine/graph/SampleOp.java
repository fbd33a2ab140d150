package io.pelton.engine.graph;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Ops that read an image at places that may lie between its elements. */
public sealed interface SampleOp extends Op {
  /**
   * One axis at another length, as ai.onnx Resize defines it. Operands: x, the length [1] as I64,
   * then optionally the scale as a quotient [2] of I64, and the region [2], start and end in parts
   * of the axis, as I64 in units of {@code 2^-}{@value #FRACTION_BITS}. Without a scale it is the
   * quotient of the lengths, without a region that is the whole axis. Places that lie on elements,
   * or half-way between them, are exact. Products of weights are summed in the order of the
   * elements; weights are float64, rounded to float32 for floats below 64 bits. Interpolation other
   * than NEAREST is of floats only.
   */
  record Resample(int axis, Sampling sampling) implements SampleOp {
    /** Bits behind the point of regions. */
    public static final int FRACTION_BITS = 40;

    public static final int LENGTH = 1;
    public static final int SCALE = 2;
    public static final int REGION = 3;

    @Override
    public OpKind kind() {
      return OpKind.RESAMPLE;
    }

    @Override
    public boolean isPlanOperand(int operand) {
      return operand >= LENGTH;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      DType dtype = in.dtype(0);
      boolean isNearest = sampling.interpolation() == Sampling.Interpolation.NEAREST;
      in.check(
          dtype.isFloat() || (isNearest && dtype != DType.STRING), "is not defined for " + dtype);
      for (int operand = LENGTH; operand < in.count(); operand++) {
        in.check(
            !in.has(operand) || in.dtype(operand) == DType.I64,
            "length, scale and region should be I64");
      }
      return List.of(dtype);
    }

    /**
     * What the scale, output by input, is the quotient of.
     *
     * @param length of the axis
     * @throws io.pelton.engine.error.InvalidOp when it is not above 0
     */
    public long[] scale(Inference in, long length, long outputs) {
      long[] quotient = {outputs, length};
      if (in.has(SCALE)) {
        quotient = in.fixedIntegers(SCALE).orElseThrow();
        in.check(
            quotient.length == 2 && quotient[0] > 0 && quotient[1] > 0,
            "the scale should be above 0 but is " + Arrays.toString(quotient));
      }
      return quotient;
    }

    @Override
    public List<Shape> shapes(Inference in) {
      List<Extent> extents = new ArrayList<>(in.shape(0).extents());
      int at = in.axis(axis, extents.size());
      Extent length = SampleRule.length(in, LENGTH, 0);
      Extent given = extents.get(at);
      in.check(
          !given.isFixed() || given.max() > 0 || !length.isFixed() || length.max() == 0,
          "axis " + at + " is empty and has nothing to fill " + length + " elements with");
      extents.set(at, length);
      return List.of(Shape.of(extents));
    }

    @Override
    public boolean isRowwise(Inference in) {
      return in.axis(axis, in.shape(0).rank()) != 0;
    }
  }

  /**
   * ai.onnx GridSample: x [N, C, spatial...] at the places of grid [N, out..., axes], the last axis
   * first, from -1 to 1 along each; output [N, C, out...] with two or three spatial axes. Products
   * are summed in float64 in row-major order and rounded once.
   *
   * @param isAligned -1 and 1 are the centers of the first and last elements, not their outer edges
   */
  record GridSample(Sampling.Interpolation interpolation, Padding padding, boolean isAligned)
      implements SampleOp {
    /** What lies beyond the ends. */
    public enum Padding {
      ZEROS,
      BORDER,
      REFLECTION
    }

    @Override
    public OpKind kind() {
      return OpKind.GRID_SAMPLE;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.check(
          in.dtype(0).isFloat() && in.dtype(1).isFloat(),
          "is not defined for " + in.dtype(0) + " and " + in.dtype(1));
      return List.of(in.dtype(0));
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Shape x = in.shape(0);
      Shape grid = in.shape(1);
      int axes = x.rank() - 2;
      in.check(
          axes >= 2 && axes <= 3 && grid.rank() == x.rank(),
          "x and grid should have two or three spatial axes but are " + x + " and " + grid);
      Extent last = grid.extent(axes + 1);
      in.check(
          !last.isFixed() || last.max() == axes,
          "grid should give " + axes + " coordinates but is " + grid);
      SampleRule.checkSameRows(in, x, grid);
      List<Extent> extents = new ArrayList<>(x.extents().subList(0, 2));
      extents.addAll(grid.extents().subList(1, axes + 1));
      return List.of(Shape.of(extents));
    }

    @Override
    public boolean isRowwise(Inference in) {
      return in.hasRows(0) && in.hasRows(1);
    }
  }

  /**
   * ai.onnx AffineGrid: where affine maps send the elements of an image. Operands: theta [N, axes,
   * axes + 1], the size [N, C, spatial...] as I64; output [N, spatial..., axes], computed in
   * float64.
   *
   * @param isAligned as of {@link GridSample}
   */
  record AffineGrid(boolean isAligned) implements SampleOp {
    public static final int SIZE = 1;

    @Override
    public OpKind kind() {
      return OpKind.AFFINE_GRID;
    }

    @Override
    public boolean isPlanOperand(int operand) {
      return operand == SIZE;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.check(in.dtype(0).isFloat(), "is not defined for " + in.dtype(0));
      in.check(in.dtype(SIZE) == DType.I64, "the size should be I64 but is " + in.dtype(SIZE));
      return List.of(in.dtype(0));
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Shape theta = in.shape(0);
      in.check(
          theta.rank() == 3 && theta.extent(1).isFixed() && theta.extent(2).isFixed(),
          "theta should be [N, 2, 3] or [N, 3, 4] but is " + theta);
      long axes = theta.extent(1).max();
      in.check(
          (axes == 2 || axes == 3) && theta.extent(2).max() == axes + 1,
          "theta should be [N, 2, 3] or [N, 3, 4] but is " + theta);
      List<Extent> extents = new ArrayList<>();
      extents.add(theta.extent(0));
      for (int axis = 0; axis < axes; axis++) {
        extents.add(SampleRule.length(in, SIZE, axis + 2));
      }
      extents.add(Extent.fixed(axes));
      return List.of(Shape.of(extents));
    }
  }

  /**
   * ai.onnx RoiAlign. Operands: x [N, C, H, W], regions [R, 4] of corners x1, y1, x2, y2, I64
   * indices [R] of their images; output [R, C, rows, columns]. Samples are combined in float64 in
   * row-major order; of the largest, the standard's reference compares weighted neighbours.
   *
   * @param isMean or else the largest
   * @param samples of each cell along each axis; as many as it has elements where 0
   * @param scale of regions' coordinates to x's
   * @param isHalfPixel an element's center is half an element from its edge
   */
  record RoiAlign(
      boolean isMean, int rows, int columns, int samples, float scale, boolean isHalfPixel)
      implements SampleOp {
    @Override
    public OpKind kind() {
      return OpKind.ROI_ALIGN;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.check(
          in.dtype(0).isFloat() && in.dtype(1) == in.dtype(0),
          "is not defined for " + in.dtype(0) + " and " + in.dtype(1));
      in.check(in.dtype(2) == DType.I64, "indices should be I64 but are " + in.dtype(2));
      return List.of(in.dtype(0));
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Shape x = in.shape(0);
      Shape regions = in.shape(1);
      in.check(rows > 0 && columns > 0 && samples >= 0, "has no cells: " + this);
      in.check(x.rank() == 4, "x should be [N, C, H, W] but is " + x);
      in.check(
          regions.rank() == 2 && (!regions.extent(1).isFixed() || regions.extent(1).max() == 4),
          "regions should be [R, 4] but are " + regions);
      in.check(in.shape(2).rank() == 1, "indices should be [R] but are " + in.shape(2));
      SampleRule.checkSameRows(in, regions, in.shape(2));
      return List.of(
          Shape.of(regions.extent(0), x.extent(1), Extent.fixed(rows), Extent.fixed(columns)));
    }

    @Override
    public boolean isRowwise(Inference in) {
      return !in.hasRows(0) && in.hasRows(1) && in.hasRows(2);
    }
  }

  /**
   * ai.onnx MaxRoiPool. Operands: x [N, C, H, W], regions [R, 5] of the index of an image and
   * corners x1, y1, x2, y2; output [R, C, rows, columns]. Corners are scaled, rounded, halves away
   * from 0, and belong to the region; cells overlap where they share an element. The largest leaves
   * NaN out; of a cell with nothing else it is the lowest finite number, and of an empty one 0.
   *
   * @param scale of regions' coordinates to x's
   */
  record MaxRoiPool(int rows, int columns, float scale) implements SampleOp {
    @Override
    public OpKind kind() {
      return OpKind.MAX_ROI_POOL;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.check(
          in.dtype(0).isFloat() && in.dtype(1) == in.dtype(0),
          "is not defined for " + in.dtype(0) + " and " + in.dtype(1));
      return List.of(in.dtype(0));
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Shape x = in.shape(0);
      Shape regions = in.shape(1);
      in.check(rows > 0 && columns > 0, "has no cells: " + this);
      in.check(x.rank() == 4, "x should be [N, C, H, W] but is " + x);
      in.check(
          regions.rank() == 2 && (!regions.extent(1).isFixed() || regions.extent(1).max() == 5),
          "regions should be [R, 5] but are " + regions);
      return List.of(
          Shape.of(regions.extent(0), x.extent(1), Extent.fixed(rows), Extent.fixed(columns)));
    }

    @Override
    public boolean isRowwise(Inference in) {
      return !in.hasRows(0) && in.hasRows(1);
    }
  }

  /**
   * ai.onnx DeformConv over two spatial axes. Operands: x [N, C, H, W], w [M, C / group,
   * kernel...], offsets [N, 2 * offsetGroup * kernel, rows, columns], then optionally the bias [M]
   * and the mask [N, offsetGroup * kernel, rows, columns]. Products are summed in float64 over the
   * group's channels, then over the kernel's elements, and rounded once with the bias.
   */
  record DeformConv(Window window, int group, int offsetGroup) implements SampleOp {
    public static final int OFFSETS = 2;
    public static final int BIAS = 3;
    public static final int MASK = 4;

    @Override
    public OpKind kind() {
      return OpKind.DEFORM_CONV;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      DType dtype = in.dtype(0);
      in.check(dtype.isFloat(), "is not defined for " + dtype);
      for (int operand = 1; operand < in.count(); operand++) {
        ConvRule.checkDType(in, operand, "operand " + operand, dtype);
      }
      return List.of(dtype);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      in.check(in.shape(0).rank() == 4, "x should be [N, C, H, W] but is " + in.shape(0));
      Shape output = ConvRule.shape(in, window, group, 0, 1);
      ConvRule.checkPerChannel(in, BIAS, "the bias", output.extent(1));
      long[] w = in.shape(1).dims();
      long channels = w[1] * group;
      in.check(
          offsetGroup >= 1 && channels % offsetGroup == 0,
          "the " + channels + " channels do not divide into " + offsetGroup + " offset groups");
      checkField(in, OFFSETS, 2L * offsetGroup * w[2] * w[3], output);
      if (in.has(MASK)) {
        checkField(in, MASK, offsetGroup * w[2] * w[3], output);
      }
      return List.of(output);
    }

    private static void checkField(Inference in, int operand, long channels, Shape output) {
      Shape field = in.shape(operand);
      List<Extent> expected = new ArrayList<>(output.extents());
      expected.set(1, Extent.fixed(channels));
      boolean fits = field.rank() == expected.size();
      for (int axis = 0; fits && axis < field.rank(); axis++) {
        Extent found = field.extent(axis);
        fits =
            !found.isFixed() || !expected.get(axis).isFixed() || found.equals(expected.get(axis));
      }
      in.check(fits, "operand " + operand + " should be " + expected + " but is " + field);
    }

    @Override
    public boolean isRowwise(Inference in) {
      return in.hasRows(0)
          && !in.hasRows(1)
          && in.hasRows(OFFSETS)
          && !in.hasRows(BIAS)
          && (!in.has(MASK) || in.hasRows(MASK));
    }
  }
}
