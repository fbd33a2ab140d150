package io.pelton.cuda.kernel.matmul;

import io.pelton.engine.graph.Activation;
import io.pelton.engine.kernel.Operand;

/**
 * What becomes of a sum of products, {@code Finish} in {@code product.cuh}.
 *
 * @param addend null where there is none; likewise the residual
 */
record Finish(
    Kind kind, Activation activation, float alpha, float beta, Operand addend, Operand residual) {
  /** In the order of {@code FinishKind}. */
  enum Kind {
    PLAIN(0),
    SCALED(1),
    STEPS(2);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    /** Its number in {@code product.cuh}. */
    int code() {
      return code;
    }
  }

  /** Nothing. */
  static final Finish PLAIN = new Finish(Kind.PLAIN, Activation.NONE, 1, 0, null, null);

  /** {@code alpha * sum + beta * addend}. */
  static Finish scaled(float alpha, float beta, Operand addend) {
    return new Finish(Kind.SCALED, Activation.NONE, alpha, beta, beta == 0 ? null : addend, null);
  }

  /** {@code activation(sum + addend) + residual}. */
  static Finish steps(Activation activation, Operand addend, Operand residual) {
    return new Finish(Kind.STEPS, activation, 1, 1, addend, residual);
  }

  /** True where nothing is left to do once sums are multiplied by {@link #alpha}. */
  boolean isScalingAtMost() {
    return kind == Kind.PLAIN || (kind == Kind.SCALED && addend == null);
  }

  /** The same for sums that are multiplied by {@link #alpha} already. */
  Finish withoutAlpha() {
    return new Finish(kind, activation, 1, beta, addend, residual);
  }
}
