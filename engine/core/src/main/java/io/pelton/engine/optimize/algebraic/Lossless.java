package io.pelton.engine.optimize.algebraic;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DType.Kind;

/** Which dtypes hold every value of which others. */
final class Lossless {
  private Lossless() {}

  static boolean holds(DType wide, DType narrow) {
    if (wide == narrow) {
      return true;
    }
    if (narrow == DType.BOOL) {
      return wide.isInteger() || precision(wide) > 0;
    }
    if (narrow.isInteger()) {
      int digits = narrow.bits() - (narrow.kind() == Kind.SIGNED ? 1 : 0);
      if (wide.isInteger()) {
        boolean keepsSign = narrow.kind() == Kind.UNSIGNED || wide.kind() == Kind.SIGNED;
        return keepsSign && wide.bits() - (wide.kind() == Kind.SIGNED ? 1 : 0) >= digits;
      }
      return precision(wide) >= digits && exponent(wide) > digits;
    }
    return precision(narrow) > 0
        && precision(wide) >= precision(narrow)
        && exponent(wide) >= exponent(narrow);
  }

  /** Significant bits of a float; 0 for what is none, or is not looked into. */
  private static int precision(DType dtype) {
    return switch (dtype) {
      case F64 -> 53;
      case F32 -> 24;
      case F16 -> 11;
      case BF16 -> 8;
      default -> 0;
    };
  }

  /** The largest exponent of a float. */
  private static int exponent(DType dtype) {
    return switch (dtype) {
      case F64 -> 1023;
      case F32, BF16 -> 127;
      case F16 -> 15;
      default -> 0;
    };
  }
}
