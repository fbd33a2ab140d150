package io.pelton.examples.cli.verify;

import io.pelton.engine.tensor.DType;
import java.util.OptionalDouble;

/**
 * How far a floating-point output may be from the expected one.
 *
 * @param rtol relative to the expected element
 * @param atol absolute, added to the relative part
 * @param cosine smallest cosine similarity; where present, it counts instead of the two others
 */
record Tolerance(double rtol, double atol, OptionalDouble cosine) {
  /** This, but never tighter than one rounding of the dtype: halves have few digits. */
  Tolerance roundedTo(DType dtype) {
    double rounding =
        switch (dtype) {
          case F16 -> 0x1p-10;
          case BF16 -> 0x1p-7;
          default -> 0;
        };
    return new Tolerance(Math.max(rtol, rounding), atol, cosine);
  }

  /** NaN agrees with NaN, an infinity with itself only. */
  boolean accepts(double expected, double actual) {
    if (expected == actual || (Double.isNaN(expected) && Double.isNaN(actual))) {
      return true;
    }
    if (Double.isInfinite(expected) || Double.isInfinite(actual)) {
      return false;
    }
    return Math.abs(actual - expected) <= atol + rtol * Math.abs(expected);
  }
}
