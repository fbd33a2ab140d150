package io.pelton.engine.optimize.pattern;

import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Half;
import io.pelton.engine.tensor.Tensor;
import java.util.Optional;

/** Constant floats of one element. */
final class Scalars {
  private Scalars() {}

  static boolean isFloat(Match match, ValueId value) {
    return tensor(match, value).isPresent();
  }

  static boolean is(Match match, ValueId value, double number) {
    return tensor(match, value)
        .filter(tensor -> tensor.toDoubles()[0] == rounded(tensor.dtype(), number))
        .isPresent();
  }

  private static Optional<Tensor> tensor(Match match, ValueId value) {
    return match
        .graph()
        .constant(value)
        .filter(tensor -> tensor.layout().elements() == 1 && isReadable(tensor.dtype()));
  }

  private static boolean isReadable(DType dtype) {
    return dtype.isFloat() && dtype.bits() >= 16;
  }

  private static double rounded(DType dtype, double number) {
    return switch (dtype) {
      case F32 -> (float) number;
      case F16 -> Half.f16ToFloat(Half.doubleToF16(number));
      case BF16 -> Half.bf16ToFloat(Half.doubleToBf16(number));
      default -> number;
    };
  }

  static String text(double number) {
    return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
  }
}
