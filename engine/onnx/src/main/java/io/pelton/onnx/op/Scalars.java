package io.pelton.onnx.op;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Half;
import io.pelton.engine.tensor.Tensor;

/** Attributes that are numbers as tensors of an operand's dtype. */
final class Scalars {
  private Scalars() {}

  /** A tensor without axes; F16 rounds, and overflows to infinity. */
  static Tensor of(OnnxNode node, DType dtype, float value) {
    return switch (dtype) {
      case F32 -> Tensor.of(new float[] {value});
      case F64 -> Tensor.of(new double[] {value});
      case F16 -> Tensor.wrap(dtype, new short[] {Half.floatToF16(value)});
      case BF16 -> Tensor.wrap(dtype, new short[] {Half.floatToBf16(value)});
      default -> throw node.invalid("is not defined for " + dtype + " in this opset");
    };
  }
}
