package io.pelton.cpu.kernel.reduce;

/**
 * Finds the first elements of a run in an order, by a heap with the last of them on top. Allocates
 * nothing once made.
 *
 * @param <A> {@code float[]}, {@code double[]} or {@code long[]}
 */
final class Selection<A> {
  /** A strict order of the elements of a run, in which no two are equal. */
  @FunctionalInterface
  interface Order<A> {
    /** Whether element {@code i} of the run that starts at {@code x[at]} precedes {@code j}. */
    boolean precedes(A x, int at, int i, int j);
  }

  private final int[] found;

  /**
   * @param count elements that are selected
   */
  Selection(int count) {
    this.found = new int[count];
  }

  /** Selects among at least as many elements; they are in no order yet. */
  void select(Order<A> order, A x, int at, int length) {
    for (int i = 0; i < found.length; i++) {
      found[i] = i;
    }
    heapify(order, x, at);
    for (int i = found.length; i < length; i++) {
      if (order.precedes(x, at, i, found[0])) {
        found[0] = i;
        sink(order, x, at, 0, found.length);
      }
    }
  }

  /** Sorts what was selected, by that or by another order. */
  void sort(Order<A> order, A x, int at) {
    heapify(order, x, at);
    for (int last = found.length - 1; last > 0; last--) {
      int top = found[0];
      found[0] = found[last];
      found[last] = top;
      sink(order, x, at, 0, last);
    }
  }

  /** The index of a selected element in its run. */
  int index(int selected) {
    return found[selected];
  }

  private void heapify(Order<A> order, A x, int at) {
    for (int parent = found.length / 2 - 1; parent >= 0; parent--) {
      sink(order, x, at, parent, found.length);
    }
  }

  private void sink(Order<A> order, A x, int at, int from, int size) {
    int parent = from;
    int sunk = found[parent];
    for (int child = 2 * parent + 1; child < size; child = 2 * parent + 1) {
      if (child + 1 < size && order.precedes(x, at, found[child], found[child + 1])) {
        child++;
      }
      if (!order.precedes(x, at, sunk, found[child])) {
        break;
      }
      found[parent] = found[child];
      parent = child;
    }
    found[parent] = sunk;
  }
}
