package io.pelton.cuda.kernel.elementwise;

import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import java.util.List;
import java.util.stream.Stream;

/**
 * A function of one operand.
 *
 * @param isCalled computed in float64 by {@code functions.cu}; else by {@code unary.cu}
 * @param code of the function in that file
 */
record UnaryFunction(DType dtype, boolean isCalled, int code) implements FixedKernel {
  private static final List<OpKind> ARITHMETIC =
      List.of(
          OpKind.RELU,
          OpKind.NEG,
          OpKind.ABS,
          OpKind.SIGN,
          OpKind.NOT,
          OpKind.RECIPROCAL,
          OpKind.SQRT,
          OpKind.FLOOR,
          OpKind.CEIL,
          OpKind.ROUND);

  /** Polynomials in float32, StrictMath's algorithms in float64. */
  private static final List<OpKind> POLYNOMIALS =
      List.of(OpKind.EXP, OpKind.LOG, OpKind.SIGMOID, OpKind.TANH, OpKind.ERF, OpKind.SOFTPLUS);

  private static final List<OpKind> WIDE =
      List.of(
          OpKind.SIN,
          OpKind.COS,
          OpKind.TAN,
          OpKind.ASIN,
          OpKind.ACOS,
          OpKind.ATAN,
          OpKind.SINH,
          OpKind.COSH,
          OpKind.ASINH,
          OpKind.ACOSH,
          OpKind.ATANH);

  /** {@code Code} of {@code unary.cu}, in order, but for the last of them. */
  private static final List<OpKind> UNARY = join(ARITHMETIC, POLYNOMIALS);

  private static final int COMPLEMENT = UNARY.size();

  /** {@code Code} of {@code functions.cu}, in order. */
  private static final List<OpKind> FUNCTIONS = join(WIDE, POLYNOMIALS);

  private static final int TOGETHER = 4;

  /** Those of floats. */
  static final List<OpKind> KINDS =
      join(UNARY.stream().filter(kind -> kind != OpKind.NOT).toList(), WIDE);

  private static List<OpKind> join(List<OpKind> first, List<OpKind> second) {
    return Stream.of(first, second).flatMap(List::stream).toList();
  }

  static UnaryFunction of(OpKind kind, DType dtype) {
    if (kind == OpKind.NOT && dtype != DType.BOOL) {
      return new UnaryFunction(dtype, false, COMPLEMENT);
    }
    boolean isCalled = WIDE.contains(kind) || (dtype == DType.F64 && POLYNOMIALS.contains(kind));
    return new UnaryFunction(
        dtype, isCalled, isCalled ? FUNCTIONS.indexOf(kind) : UNARY.indexOf(kind));
  }

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    String suffix = Elements.suffix(dtype);
    Mapping mapping =
        new Mapping(node, isCalled ? "functions" : "unary", out[0])
            .of(in[0])
            .with(launch -> launch.i32(code));
    return isCalled
        ? mapping.strided("function" + suffix)
        : mapping.call("unary", suffix, TOGETHER);
  }
}
