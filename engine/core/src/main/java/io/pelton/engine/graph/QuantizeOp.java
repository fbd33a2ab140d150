package io.pelton.engine.graph;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Ops between floats and the integers that stand for them: {@code x = (q - zeroPoint) * scale}. */
public sealed interface QuantizeOp extends Op
    permits QuantizeOp.Scaled, QuantizeOp.DynamicQuantize, IntegerProductOp {
  /** Integers that Quantize gives. */
  Set<DType> QUANTIZED = Set.of(DType.I8, DType.U8, DType.I16, DType.U16);

  /** An op over x, its scale and optionally its zero point, which go with an axis of x. */
  sealed interface Scaled extends QuantizeOp permits Quantize, Dequantize {
    /** Where scale and zero point differ along it, if they have more than one element. */
    int axis();

    /** Scale and zero point have one element, or one for each index of the axis. */
    @Override
    default List<Shape> shapes(Inference in) {
      Shape x = in.shape(0);
      for (int operand = 1; operand < in.count(); operand++) {
        if (in.has(operand) && QuantizedRule.isPerChannel(in, operand)) {
          Extent channels = x.extent(in.axis(axis(), x.rank()));
          String role = operand == 1 ? "the scale" : "the zero point";
          ConvRule.checkPerChannel(in, operand, role, channels);
        }
      }
      return List.of(x);
    }

    /** Parameters that go with axis 0 would have to go with rows. */
    @Override
    default boolean isRowwise(Inference in) {
      boolean isPerAxis =
          QuantizedRule.isPerChannel(in, 1) || (in.has(2) && QuantizedRule.isPerChannel(in, 2));
      boolean alongRows = isPerAxis && in.axis(axis(), in.shape(0).rank()) == 0;
      return in.hasRows(0) && !alongRows && !in.hasRows(1) && !in.hasRows(2);
    }
  }

  /**
   * {@code saturate(round(x / scale) + zeroPoint)}, ties to even. Operands: x, the scale of x's
   * dtype, then optionally the zero point of dtype {@code to}. NaN gives the smallest integer, as
   * in ONNX Runtime; floats below 32 bits are divided in float32.
   *
   * @param axis where scale and zero point differ along it, if they have more than one element
   * @param to I8, U8, I16 or U16
   */
  record Quantize(int axis, DType to) implements Scaled {
    @Override
    public OpKind kind() {
      return OpKind.QUANTIZE;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.check(in.dtype(0).isFloat(), "is not defined for " + in.dtype(0));
      in.check(QUANTIZED.contains(to), "does not quantize to " + to);
      ConvRule.checkDType(in, 1, "the scale", in.dtype(0));
      ConvRule.checkDType(in, 2, "the zero point", to);
      return List.of(to);
    }
  }

  /**
   * {@code (x - zeroPoint) * scale} in the scale's dtype. Operands: x (I8, U8, I16, U16 or I32),
   * the scale, then optionally the zero point of x's dtype. The difference is exact and rounded
   * once.
   *
   * @param axis where scale and zero point differ along it, if they have more than one element
   */
  record Dequantize(int axis) implements Scaled {
    @Override
    public OpKind kind() {
      return OpKind.DEQUANTIZE;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      DType dtype = in.dtype(0);
      in.check(
          QUANTIZED.contains(dtype) || dtype == DType.I32, "does not dequantize from " + dtype);
      in.check(in.dtype(1).isFloat(), "the scale should be a float but is " + in.dtype(1));
      ConvRule.checkDType(in, 2, "the zero point", dtype);
      return List.of(in.dtype(1));
    }
  }

  /**
   * Chooses scale and zero point so that the smallest and the largest element, and 0, fit U8; as
   * ai.onnx DynamicQuantizeLinear does. Operand: x (F32). Outputs: the quantized x (U8), the scale
   * (F32), the zero point (U8). Where all elements are 0 the scale is 1.
   *
   * @param perRow one scale and zero point for each run along the last axis, in outputs [..., 1],
   *     so that rows don't depend on each other; otherwise one for all, in scalars
   */
  record DynamicQuantize(boolean perRow) implements QuantizeOp {
    @Override
    public OpKind kind() {
      return OpKind.DYNAMIC_QUANTIZE;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.check(in.dtype(0) == DType.F32, "is not defined for " + in.dtype(0));
      return List.of(DType.U8, DType.F32, DType.U8);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Shape x = in.shape(0);
      if (!perRow) {
        return List.of(x, Shape.scalar(), Shape.scalar());
      }
      in.check(x.rank() > 0, "the input should not be a scalar");
      List<Extent> extents = new ArrayList<>(x.extents());
      extents.set(x.rank() - 1, Extent.fixed(1));
      return List.of(x, Shape.of(extents), Shape.of(extents));
    }

    @Override
    public boolean isRowwise(Inference in) {
      return perRow && in.shape(0).rank() > 1;
    }
  }
}
