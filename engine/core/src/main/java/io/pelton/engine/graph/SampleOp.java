package io.pelton.engine.graph;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import java.util.ArrayList;
import java.util.List;

/** Ops that read an image at places that may lie between its elements. */
public sealed interface SampleOp extends Op {
  /**
   * One axis at another length, as ai.onnx Resize defines it. Operands: x, the length [1] as I64,
   * then optionally the scale [1] and the region [2], start and end in parts of the axis, both as
   * I64 in units of {@code 2^-}{@value #FRACTION_BITS}. Without a scale it is the quotient of the
   * lengths, without a region that is the whole axis. Products of weights are summed in the order
   * of the elements; weights are float64, rounded to float32 for floats below 64 bits. Interpolation
   * other than NEAREST is of floats only.
   */
  record Resample(int axis, Sampling sampling) implements SampleOp {
    /** Bits behind the point of scales and regions. */
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
}
