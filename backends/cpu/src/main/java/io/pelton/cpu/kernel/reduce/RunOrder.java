package io.pelton.cpu.kernel.reduce;

/**
 * A strict order of the elements of a run, in which no two are equal: NaN counts as largest, and
 * equal elements go by their index.
 */
@FunctionalInterface
public interface RunOrder<A> {
  /** Whether element {@code i} of the run that starts at {@code x[at]} precedes {@code j}. */
  boolean precedes(A x, int at, int i, int j);

  /**
   * The first element from {@code from} on that precedes {@code than}, which is before all of them;
   * {@code end} where none does.
   */
  default int next(A x, int at, int from, int end, int than) {
    int i = from;
    while (i < end && !precedes(x, at, i, than)) {
      i++;
    }
    return i;
  }

  /** Of floats, the largest first. */
  static RunOrder<float[]> descending() {
    return TopKOrders::descending;
  }

  /** Of floats, the smallest first. */
  static RunOrder<float[]> ascending() {
    return TopKOrders::ascending;
  }
}
