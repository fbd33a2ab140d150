package io.pelton.cpu.vector.math;

import static java.util.Map.entry;

import io.pelton.cpu.kernel.elementwise.Binary;
import io.pelton.cpu.kernel.elementwise.FloatingLoops;
import io.pelton.cpu.kernel.elementwise.Unary;
import io.pelton.engine.graph.OpKind;
import java.util.Map;

/** The vector loops by the ops that they compute. */
public final class VectorLoops {
  /** Of ops with one operand. */
  public static final Map<OpKind, Unary<float[], float[]>> UNARY =
      Map.ofEntries(
          entry(OpKind.RELU, SelectLoops::relu),
          entry(OpKind.SIGN, SelectLoops::sign),
          entry(OpKind.NEG, SingleLoops::neg),
          entry(OpKind.ABS, SingleLoops::abs),
          entry(OpKind.SQRT, SingleLoops::sqrt),
          entry(OpKind.RECIPROCAL, SingleLoops::reciprocal),
          entry(OpKind.EXP, ExpLoop::exp),
          entry(OpKind.SIGMOID, SigmoidLoop::sigmoid),
          entry(OpKind.TANH, TanhLoop::tanh),
          entry(OpKind.SOFTPLUS, LogLoops::softplus),
          entry(OpKind.LOG, LogLoops::log),
          entry(OpKind.ERF, ErfLoop::erf));

  /** Of ops with two operands. */
  public static final Map<OpKind, Binary<float[], float[]>> BINARY =
      Map.of(
          OpKind.ADD, ArithmeticLoops::add,
          OpKind.SUB, ArithmeticLoops::sub,
          OpKind.MUL, ArithmeticLoops::mul,
          OpKind.DIV, ArithmeticLoops::div,
          OpKind.MIN, ArithmeticLoops::min,
          OpKind.MAX, ArithmeticLoops::max);

  /** These, and the scalar ones of all other ops. */
  public static final FloatingLoops<float[]> ALL =
      FloatingLoops.SINGLES
          .withUnary(UNARY)
          .withBinary(BINARY)
          .with(SelectLoops::clip, GeluLoop::gelu, SingleLoops::scale);

  private VectorLoops() {}
}
