package io.pelton.cpu.kernel.matmul;

/**
 * Scales rows of a product and adds others, {@code y = alpha * y + beta * c}. For floats that is
 * one rounding of {@code beta * c} and one of the fused rest; with both factors 1 the bits are
 * those of an Add. For integers, factors other than 1 multiply their signed values in float64, and
 * the sum is truncated.
 *
 * @param <A> {@code float[]}, {@code double[]} or {@code long[]}
 */
@FunctionalInterface
public interface Scaling<A> {
  /**
   * @param c null where nothing is added
   * @param pace from a row of {@code c} to the next; 0 where all rows get the same
   */
  void apply(A y, int k, A c, int j, int pace, int rows, int columns, float alpha, float beta);
}
