package io.pelton.cpu.kernel.matmul;

/**
 * What follows a row of the product.
 *
 * @param <A> {@code float[]}, {@code double[]} or {@code long[]}
 */
@FunctionalInterface
public interface Epilogue<A> {
  /**
   * @param row of all matrices of the result
   * @param y holds the row from {@code k} on
   */
  void apply(int row, A y, int k, int count);
}
