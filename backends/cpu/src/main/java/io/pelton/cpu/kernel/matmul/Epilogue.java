package io.pelton.cpu.kernel.matmul;

/**
 * What follows rows of the product.
 *
 * @param <A> {@code float[]}, {@code double[]} or {@code long[]}
 */
@FunctionalInterface
public interface Epilogue<A> {
  /**
   * @param row the first, of all matrices of the result
   * @param y holds the rows from {@code k} on, one after the other
   */
  void apply(int row, int rows, A y, int k, int columns);
}
