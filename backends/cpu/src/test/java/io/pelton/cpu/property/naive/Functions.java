package io.pelton.cpu.property.naive;

import io.pelton.cpu.math.DoubleMath;
import io.pelton.cpu.math.FloatMath;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.tensor.DType;
import java.util.OptionalInt;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongBinaryOperator;

/** What elementwise ops do to numbers: in float64 for F64, else in float32. */
final class Functions {
  private Functions() {}

  static DoubleUnaryOperator unary(OpKind kind, DType dtype) {
    return dtype == DType.F64 ? x -> wide(kind, x) : x -> narrow(kind, (float) x);
  }

  private static float narrow(OpKind kind, float x) {
    return switch (kind) {
      case SIGMOID -> FloatMath.sigmoid(x);
      case TANH -> FloatMath.tanh(x);
      case EXP -> FloatMath.exp(x);
      case LOG -> FloatMath.log(x);
      case ERF -> FloatMath.erf(x);
      case GELU -> FloatMath.gelu(x);
      case SOFTPLUS -> FloatMath.softplus(x);
      case RECIPROCAL -> 1 / x;
      default -> (float) exact(kind, x);
    };
  }

  private static double wide(OpKind kind, double x) {
    return switch (kind) {
      case SIGMOID -> DoubleMath.sigmoid(x);
      case TANH -> StrictMath.tanh(x);
      case EXP -> StrictMath.exp(x);
      case LOG -> StrictMath.log(x);
      case ERF -> DoubleMath.erf(x);
      case GELU -> DoubleMath.gelu(x);
      case SOFTPLUS -> DoubleMath.softplus(x);
      case RECIPROCAL -> 1 / x;
      default -> exact(kind, x);
    };
  }

  /** Functions whose value of a float32 is one, or rounds once from float64. */
  private static double exact(OpKind kind, double x) {
    return switch (kind) {
      case RELU -> x < 0 ? 0 : x;
      case NEG -> -x;
      case ABS -> Math.abs(x);
      case SQRT -> Math.sqrt(x);
      case FLOOR -> Math.floor(x);
      case CEIL -> Math.ceil(x);
      case SIGN -> x > 0 ? 1 : x < 0 ? -1 : x == 0 ? 0 : x;
      case SIN -> StrictMath.sin(x);
      case COS -> StrictMath.cos(x);
      case TAN -> StrictMath.tan(x);
      case ASIN -> StrictMath.asin(x);
      case ACOS -> StrictMath.acos(x);
      case ATAN -> StrictMath.atan(x);
      case SINH -> StrictMath.sinh(x);
      case COSH -> StrictMath.cosh(x);
      case ASINH -> DoubleMath.asinh(x);
      case ACOSH -> DoubleMath.acosh(x);
      case ATANH -> DoubleMath.atanh(x);
      case ROUND -> StrictMath.rint(x);
      default -> throw new IllegalArgumentException(kind + " of floats");
    };
  }

  static long unary(OpKind kind, long x) {
    return switch (kind) {
      case NOT -> 1 - x;
      case RELU -> Math.max(x, 0);
      case NEG -> -x;
      case ABS -> Math.abs(x);
      case SIGN -> Long.signum(x);
      default -> throw new IllegalArgumentException(kind + " of integers");
    };
  }

  static DoubleBinaryOperator binary(OpKind kind, DType dtype) {
    return dtype == DType.F64
        ? (x, y) -> wide(kind, x, y)
        : (x, y) -> narrow(kind, (float) x, (float) y);
  }

  private static float narrow(OpKind kind, float x, float y) {
    return switch (kind) {
      case ADD -> x + y;
      case SUB -> x - y;
      case MUL -> x * y;
      case DIV -> x / y;
      case POW -> FloatMath.pow(x, y);
      case FMOD -> x % y;
      case MIN -> Math.min(x, y);
      case MAX -> Math.max(x, y);
      default -> throw new IllegalArgumentException(kind + " of floats");
    };
  }

  private static double wide(OpKind kind, double x, double y) {
    return switch (kind) {
      case ADD -> x + y;
      case SUB -> x - y;
      case MUL -> x * y;
      case DIV -> x / y;
      case POW -> DoubleMath.pow(x, y);
      case FMOD -> x % y;
      case MIN -> Math.min(x, y);
      case MAX -> Math.max(x, y);
      default -> throw new IllegalArgumentException(kind + " of floats");
    };
  }

  static LongBinaryOperator binary(OpKind kind) {
    return switch (kind) {
      case ADD -> (x, y) -> x + y;
      case SUB -> (x, y) -> x - y;
      case MUL -> (x, y) -> x * y;
      case DIV -> Functions::quotient;
      case MIN -> Math::min;
      case MAX -> Math::max;
      case AND -> (x, y) -> x & y;
      case OR -> (x, y) -> x | y;
      case XOR -> (x, y) -> x ^ y;
      default -> throw new IllegalArgumentException(kind + " of integers");
    };
  }

  private static long quotient(long x, long y) {
    Rejected.unless(y != 0, "an integer is divided by zero");
    return x / y;
  }

  static boolean isComparison(OpKind kind) {
    return switch (kind) {
      case EQUAL, LESS, GREATER, LESS_OR_EQUAL, GREATER_OR_EQUAL -> true;
      default -> false;
    };
  }

  static boolean holds(OpKind kind, OptionalInt order) {
    if (order.isEmpty()) {
      return false;
    }
    int sign = order.getAsInt();
    return switch (kind) {
      case EQUAL -> sign == 0;
      case LESS -> sign < 0;
      case GREATER -> sign > 0;
      case LESS_OR_EQUAL -> sign <= 0;
      case GREATER_OR_EQUAL -> sign >= 0;
      default -> throw new IllegalArgumentException(kind + " is no comparison");
    };
  }
}
