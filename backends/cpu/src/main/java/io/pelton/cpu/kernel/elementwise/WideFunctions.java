package io.pelton.cpu.kernel.elementwise;

import io.pelton.cpu.math.DoubleMath;
import io.pelton.engine.graph.OpKind;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/**
 * Functions without a polynomial in float32: computed in float64 for all floats and rounded once,
 * so that float32 results are within 0.51 ulp.
 */
final class WideFunctions {
  static final Map<OpKind, DoubleUnaryOperator> BY_KIND =
      Map.ofEntries(
          Map.entry(OpKind.SIN, StrictMath::sin),
          Map.entry(OpKind.COS, StrictMath::cos),
          Map.entry(OpKind.TAN, StrictMath::tan),
          Map.entry(OpKind.ASIN, StrictMath::asin),
          Map.entry(OpKind.ACOS, StrictMath::acos),
          Map.entry(OpKind.ATAN, StrictMath::atan),
          Map.entry(OpKind.SINH, StrictMath::sinh),
          Map.entry(OpKind.COSH, StrictMath::cosh),
          Map.entry(OpKind.ASINH, DoubleMath::asinh),
          Map.entry(OpKind.ACOSH, DoubleMath::acosh),
          Map.entry(OpKind.ATANH, DoubleMath::atanh),
          Map.entry(OpKind.ROUND, StrictMath::rint));

  private WideFunctions() {}

  static Unary<float[], float[]> rounded(DoubleUnaryOperator f) {
    return (x, i, y, k, count) -> {
      for (int n = 0; n < count; n++) {
        y[k + n] = (float) f.applyAsDouble(x[i + n]);
      }
    };
  }

  static Unary<double[], double[]> loop(DoubleUnaryOperator f) {
    return (x, i, y, k, count) -> {
      for (int n = 0; n < count; n++) {
        y[k + n] = f.applyAsDouble(x[i + n]);
      }
    };
  }
}
