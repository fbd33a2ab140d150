package io.pelton.cpu.property.naive;

import io.pelton.engine.tensor.DType;

/** Conversions between numbers and booleans. */
final class NaiveCasts {
  /** Larger integers round twice on the way through a double. */
  private static final long EXACT_IN_DOUBLE = 1L << 53;

  private NaiveCasts() {}

  static Grid apply(Grid x, DType to) {
    if (x.dtype().isFloat()) {
      return to.isFloat()
          ? Grid.ofReals(to, x.dims(), x::real)
          : Grid.ofIntegers(to, x.dims(), i -> truncated(x.real(i), to));
    }
    return to.isFloat()
        ? Grid.ofReals(to, x.dims(), i -> real(x.integer(i), to))
        : Grid.ofIntegers(to, x.dims(), i -> integer(x.integer(i), to));
  }

  private static long truncated(double x, DType to) {
    return switch (to) {
      case BOOL -> x != 0 ? 1 : 0;
      case I64 -> (long) x;
      case U32 -> Math.min(Math.max((long) x, 0), 0xffffffffL);
      default -> (int) x;
    };
  }

  private static double real(long x, DType to) {
    boolean isExact = Math.abs(x) <= EXACT_IN_DOUBLE && x != Long.MIN_VALUE;
    return switch (to) {
      case F64 -> (double) x;
      case F32 -> (float) x;
      default -> {
        Rejected.unless(isExact, x + " rounds twice");
        yield x;
      }
    };
  }

  private static long integer(long x, DType to) {
    return to == DType.BOOL && x != 0 ? 1 : x;
  }
}
