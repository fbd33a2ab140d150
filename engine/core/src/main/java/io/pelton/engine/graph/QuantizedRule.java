package io.pelton.engine.graph;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import java.util.List;

/** What ops on quantized operands check. */
final class QuantizedRule {
  /** The second quantized operand of a product, behind the first one's scale and zero point. */
  static final int RIGHT = 3;

  /** The optional bias of a product, behind both quantized operands. */
  static final int BIAS = 6;

  private QuantizedRule() {}

  /** Checks the operands of a product and returns the dtype of its output. */
  static List<DType> product(Inference in, String left, String right) {
    in.check(in.count() >= BIAS, "should have " + BIAS + " operands, of which some are absent");
    checkTriple(in, 0, left);
    checkTriple(in, RIGHT, right);
    ConvRule.checkDType(in, BIAS, "the bias", DType.F32);
    return List.of(DType.F32);
  }

  /** True unless the operand certainly has one element. */
  static boolean isPerChannel(Inference in, int operand) {
    Shape shape = in.shape(operand);
    return !shape.isFixed() || Layout.elements(shape.dims()) != 1;
  }

  static void checkBytes(Inference in, int operand, String role) {
    DType dtype = in.dtype(operand);
    in.check(dtype == DType.I8 || dtype == DType.U8, role + " should be I8 or U8 but is " + dtype);
  }

  /**
   * Checks a quantized operand, its scale and its zero point, which are neighbours.
   *
   * @param operand the first of the three
   */
  static void checkTriple(Inference in, int operand, String role) {
    checkBytes(in, operand, role);
    DType scale = in.dtype(operand + 1);
    in.check(scale == DType.F32, "the scale of " + role + " should be F32 but is " + scale);
    ConvRule.checkDType(in, operand + 2, "the zero point of " + role, in.dtype(operand));
  }

  /** Checks that scale and zero point have one element. */
  static void checkPerTensor(Inference in, int operand, String role) {
    ConvRule.checkSingle(in, operand + 1, "the scale of " + role);
    ConvRule.checkSingle(in, operand + 2, "the zero point of " + role);
  }

  /** Checks that scale and zero point have one element or one for each channel. */
  static void checkChannels(Inference in, int operand, String role, Extent channels) {
    for (int parameter = operand + 1; parameter <= operand + 2; parameter++) {
      if (in.has(parameter) && isPerChannel(in, parameter)) {
        String name = parameter == operand + 1 ? "the scale of " : "the zero point of ";
        ConvRule.checkPerChannel(in, parameter, name + role, channels);
      }
    }
  }
}
