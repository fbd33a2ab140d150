package io.pelton.cpu.kernel.quantize;

import io.pelton.engine.tensor.DType;

/** The integers of a dtype. */
record Range(long min, long max) {
  static Range of(DType dtype) {
    int bits = dtype.bits();
    return dtype.kind() == DType.Kind.SIGNED
        ? new Range(-(1L << (bits - 1)), (1L << (bits - 1)) - 1)
        : new Range(0, (1L << bits) - 1);
  }

  long clamp(long value) {
    return Math.max(min, Math.min(value, max));
  }
}
