package io.pelton.cpu.kernel.reduce;

/**
 * Sums, or products, in the one order that all kernels share: element {@code i} goes to partial sum
 * {@code i mod 16}; then partial sum {@code p} takes {@code p + 8}, then {@code p + 4}, {@code p +
 * 2} and {@code p + 1}. Trailing zeros, or ones, change no bit, and 16 divides every vector width.
 */
public interface Summation<A> {
  int PARTIALS = 16;

  /** Makes the first {@code count} partial sums those of no elements. */
  void clear(A partials, int count);

  /** Adds elements; the first of them goes to partial sum 0. */
  void accumulate(A x, int at, int count, A partials);

  /** The sum of all partial sums, which are clear afterwards, or the mean, to {@code y[k]}. */
  void finish(A partials, A y, int k);

  /** Adds {@code count} elements to as many partial sums from {@code p} on, each to its own. */
  void combine(A x, int at, A partials, int p, int count);

  /** Sums, or means, from the first {@code count} partial sums, which take in all others. */
  void store(A partials, A y, int k, int count);
}
