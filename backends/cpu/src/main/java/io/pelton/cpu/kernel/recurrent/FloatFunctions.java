package io.pelton.cpu.kernel.recurrent;

import io.pelton.cpu.kernel.elementwise.FloatingLoops;
import io.pelton.cpu.kernel.elementwise.Unary;
import io.pelton.cpu.math.FloatMath;
import io.pelton.engine.graph.CellFunction;
import io.pelton.engine.graph.OpKind;

/** The functions of cells on {@code float}. NaN gives NaN, but for ThresholdedRelu. */
final class FloatFunctions {
  @FunctionalInterface
  private interface Element {
    float of(float x);
  }

  private FloatFunctions() {}

  /**
   * @param loops of the functions that are ops, too
   */
  static Unary<float[], float[]> of(FloatingLoops<float[]> loops, CellFunction function) {
    float alpha = function.alpha();
    float beta = function.beta();
    return switch (function.kind()) {
      case RELU -> loops.unary().get(OpKind.RELU);
      case TANH -> loops.unary().get(OpKind.TANH);
      case SIGMOID -> loops.unary().get(OpKind.SIGMOID);
      case SOFTPLUS -> loops.unary().get(OpKind.SOFTPLUS);
      case SOFTSIGN -> each(x -> x / (1 + Math.abs(x)));
      case LEAKY_RELU -> each(x -> x < 0 ? alpha * x : x);
      case THRESHOLDED_RELU -> each(x -> x > alpha ? x : 0);
      case ELU -> each(x -> x < 0 ? alpha * (FloatMath.exp(x) - 1) : x);
      case AFFINE -> each(x -> alpha * x + beta);
      case SCALED_TANH -> each(x -> alpha * FloatMath.tanh(beta * x));
      case HARD_SIGMOID -> each(x -> Math.max(0, Math.min(1, alpha * x + beta)));
    };
  }

  private static Unary<float[], float[]> each(Element element) {
    return (x, i, y, k, count) -> {
      for (int n = 0; n < count; n++) {
        y[k + n] = element.of(x[i + n]);
      }
    };
  }
}
