package io.pelton.cpu.kernel.quantize;

/**
 * A way to multiply matrices of bytes. Sums are exact and wrap at 32 bits, so all ways give the
 * same bits.
 */
@FunctionalInterface
public interface IntegerMultiplication {
  /** The product's rows, which one thread at a time computes. */
  IntegerRows bind(IntegerFactors factors);

  /** Row by row. */
  static IntegerMultiplication byRows() {
    return IntegerProduct::new;
  }
}
