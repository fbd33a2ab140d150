package io.pelton.onnx.oracle.operator;

import io.pelton.engine.tensor.DType;

/**
 * How far floats may be from the peer's: {@code relative |expected| + absolute}, the latter times
 * {@code max(1, m)} for {@linkplain #ofSums sums}, where {@code m} is the largest finite magnitude
 * of the output: sums of large terms that nearly cancel are no more exact than that.
 */
record Tolerance(double relative, double absolute, boolean isScaled) {
  static final Tolerance EXACT = new Tolerance(0, 0, false);

  static Tolerance of(DType dtype) {
    return switch (dtype) {
      case F64 -> new Tolerance(1e-10, 1e-11, false);
      case F16 -> new Tolerance(2e-3, 1e-3, false);
      case BF16 -> new Tolerance(1.6e-2, 8e-3, false);
      default -> new Tolerance(1e-5, 1e-6, false);
    };
  }

  Tolerance ofSums() {
    return new Tolerance(relative, absolute, true);
  }

  /** The wider of the two. */
  Tolerance or(Tolerance other) {
    return new Tolerance(
        Math.max(relative, other.relative),
        Math.max(absolute, other.absolute),
        isScaled || other.isScaled);
  }
}
