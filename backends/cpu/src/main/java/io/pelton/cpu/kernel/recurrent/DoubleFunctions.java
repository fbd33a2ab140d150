package io.pelton.cpu.kernel.recurrent;

import io.pelton.cpu.kernel.elementwise.FloatingLoops;
import io.pelton.cpu.kernel.elementwise.Unary;
import io.pelton.engine.graph.CellFunction;
import io.pelton.engine.graph.OpKind;

/** The functions of cells on {@code double}. NaN gives NaN, but for ThresholdedRelu. */
final class DoubleFunctions {
  @FunctionalInterface
  private interface Element {
    double of(double x);
  }

  private DoubleFunctions() {}

  static Unary<double[], double[]> of(CellFunction function) {
    double alpha = function.alpha();
    double beta = function.beta();
    return switch (function.kind()) {
      case RELU -> loop(OpKind.RELU);
      case TANH -> loop(OpKind.TANH);
      case SIGMOID -> loop(OpKind.SIGMOID);
      case SOFTPLUS -> loop(OpKind.SOFTPLUS);
      case SOFTSIGN -> each(x -> x / (1 + Math.abs(x)));
      case LEAKY_RELU -> each(x -> x < 0 ? alpha * x : x);
      case THRESHOLDED_RELU -> each(x -> x > alpha ? x : 0);
      case ELU -> each(x -> x < 0 ? alpha * (StrictMath.exp(x) - 1) : x);
      case AFFINE -> each(x -> alpha * x + beta);
      case SCALED_TANH -> each(x -> alpha * StrictMath.tanh(beta * x));
      case HARD_SIGMOID -> each(x -> Math.max(0, Math.min(1, alpha * x + beta)));
    };
  }

  private static Unary<double[], double[]> loop(OpKind kind) {
    return FloatingLoops.DOUBLES.unary().get(kind);
  }

  private static Unary<double[], double[]> each(Element element) {
    return (x, i, y, k, count) -> {
      for (int n = 0; n < count; n++) {
        y[k + n] = element.of(x[i + n]);
      }
    };
  }
}
