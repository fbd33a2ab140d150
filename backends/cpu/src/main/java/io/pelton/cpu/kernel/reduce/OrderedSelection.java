package io.pelton.cpu.kernel.reduce;

/**
 * Finds the first elements of a run in an order, by a heap with the last of them on top. Allocates
 * nothing once made.
 *
 * @param <A> {@code float[]}, {@code double[]} or {@code long[]}
 */
final class OrderedSelection<A> implements Selection<A> {
  private final int[] found;
  private final RunOrder<A> order;
  private final RunOrder<A> resultOrder;

  /**
   * @param count elements that are selected
   * @param order by which they are selected
   * @param resultOrder in which they are given
   */
  OrderedSelection(int count, RunOrder<A> order, RunOrder<A> resultOrder) {
    this.found = new int[count];
    this.order = order;
    this.resultOrder = resultOrder;
  }

  @Override
  public void select(A x, int at, int length) {
    for (int i = 0; i < found.length; i++) {
      found[i] = i;
    }
    heapify(order, x, at);
    int i = order.next(x, at, found.length, length, found[0]);
    while (i < length) {
      found[0] = i;
      sink(order, x, at, 0, found.length);
      i = order.next(x, at, i + 1, length, found[0]);
    }
    sort(x, at);
  }

  private void sort(A x, int at) {
    heapify(resultOrder, x, at);
    for (int last = found.length - 1; last > 0; last--) {
      int top = found[0];
      found[0] = found[last];
      found[last] = top;
      sink(resultOrder, x, at, 0, last);
    }
  }

  @Override
  public int index(int selected) {
    return found[selected];
  }

  private void heapify(RunOrder<A> by, A x, int at) {
    for (int parent = found.length / 2 - 1; parent >= 0; parent--) {
      sink(by, x, at, parent, found.length);
    }
  }

  private void sink(RunOrder<A> by, A x, int at, int from, int size) {
    int parent = from;
    int sunk = found[parent];
    for (int child = 2 * parent + 1; child < size; child = 2 * parent + 1) {
      if (child + 1 < size && by.precedes(x, at, found[child], found[child + 1])) {
        child++;
      }
      if (!by.precedes(x, at, sunk, found[child])) {
        break;
      }
      found[parent] = found[child];
      parent = child;
    }
    found[parent] = sunk;
  }
}
