package io.pelton.cpu.vector.math;

import io.pelton.cpu.kernel.elementwise.FloatingLoops;
import io.pelton.cpu.kernel.elementwise.Unary;
import io.pelton.engine.graph.OpKind;
import java.util.Map;

/**
 * The vector loops by the ops that they compute. Plain arithmetic is left out: the JIT makes vector
 * code of its scalar loops by itself.
 */
public final class VectorLoops {
  /** Of ops with one operand. */
  public static final Map<OpKind, Unary<float[], float[]>> UNARY =
      Map.of(
          OpKind.RELU, SelectLoops::relu,
          OpKind.SIGN, SelectLoops::sign,
          OpKind.EXP, ExpLoops::exp,
          OpKind.SIGMOID, ExpLoops::sigmoid,
          OpKind.TANH, ExpLoops::tanh,
          OpKind.SOFTPLUS, LogLoops::softplus,
          OpKind.LOG, LogLoops::log,
          OpKind.ERF, ErfLoop::erf);

  /** These, and the scalar ones of all other ops. */
  public static final FloatingLoops<float[]> ALL =
      FloatingLoops.SINGLES.with(UNARY, SelectLoops::clip);

  private VectorLoops() {}
}
