package io.pelton.cpu.kernel.signal;

import io.pelton.engine.tensor.DType;

/**
 * Discrete Fourier transforms of one length, by its prime factors: a length of small factors takes
 * time in proportion to itself and their sum. The order of sums depends on nothing but the length.
 * Not thread-safe; allocates nothing.
 */
interface Fourier {
  /**
   * Real numbers and F64 are transformed in float64, complex numbers of narrower floats in float32,
   * as the standard's recorded results are.
   *
   * @param isInverse which divides by the length, too
   */
  static Fourier of(DType dtype, boolean isComplex, int length, boolean isInverse) {
    return dtype == DType.F64 || !isComplex
        ? new DoubleFourier(length, isInverse)
        : new FloatFourier(length, isInverse);
  }

  /** Before {@link #transform}. */
  void set(int i, double x, double y);

  /** Of all that was set; what was not set since the last one is undefined. */
  void transform();

  /** After {@link #transform}, as {@link #imaginary}. */
  double real(int i);

  double imaginary(int i);

  static int smallestFactor(int number) {
    for (int factor = 2; factor * factor <= number; factor++) {
      if (number % factor == 0) {
        return factor;
      }
    }
    return number;
  }
}
