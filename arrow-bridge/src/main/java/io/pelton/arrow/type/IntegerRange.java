package io.pelton.arrow.type;

import io.pelton.engine.tensor.DType;

/** The numbers that an integer dtype holds. */
final class IntegerRange {
  private final long min;
  private final long max;
  private final boolean all64;

  private IntegerRange(long min, long max, boolean all64) {
    this.min = min;
    this.max = max;
    this.all64 = all64;
  }

  static IntegerRange of(DType dtype) {
    int bits = dtype.bits();
    return switch (dtype.kind()) {
      case SIGNED -> new IntegerRange(-1L << (bits - 1), -1L >>> (65 - bits), false);
      case UNSIGNED ->
          bits == 64
              ? new IntegerRange(0, Long.MAX_VALUE, true)
              : new IntegerRange(0, (1L << bits) - 1, false);
      case BOOL -> new IntegerRange(0, 1, false);
      default -> throw new IllegalArgumentException(dtype + " is not an integer");
    };
  }

  boolean holds(long signed) {
    return signed >= min && signed <= max;
  }

  /** The index of the first value outside, -1 where there is none. */
  int firstOutside(long[] values, int count, boolean unsigned) {
    if (unsigned && all64) {
      return -1;
    }
    long lowest = unsigned ? 0 : min;
    for (int i = 0; i < count; i++) {
      if (values[i] < lowest || values[i] > max) {
        return i;
      }
    }
    return -1;
  }
}
