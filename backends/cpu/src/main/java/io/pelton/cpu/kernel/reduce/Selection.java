package io.pelton.cpu.kernel.reduce;

/**
 * Selects the first elements of a run in an order. Allocates nothing once made.
 *
 * @param <A> {@code float[]}, {@code double[]} or {@code long[]}
 */
interface Selection<A> {
  /** Selects among at least as many elements as are wanted. */
  void select(A x, int at, int length);

  /** The index in its run of the element that comes at that place. */
  int index(int place);
}
