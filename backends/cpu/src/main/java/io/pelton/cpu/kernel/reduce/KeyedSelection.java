package io.pelton.cpu.kernel.reduce;

/**
 * Finds the first floats of a run by a heap of integers in their order, with the last of them on
 * top: the float in the high half, the index in the low one.
 */
final class KeyedSelection implements Selection<float[]> {
  private final long[] keys;
  private final RunOrder<float[]> order;
  private final int flip;
  private final boolean isSorted;

  /**
   * @param count floats that are selected
   * @param order largest or smallest first
   * @param isDescending which of them
   * @param isSorted they are given in that order, else in the run's own
   */
  KeyedSelection(int count, RunOrder<float[]> order, boolean isDescending, boolean isSorted) {
    this.keys = new long[count];
    this.order = order;
    this.flip = isDescending ? -1 : 0;
    this.isSorted = isSorted;
  }

  @Override
  public void select(float[] x, int at, int length) {
    int count = keys.length;
    for (int i = 0; i < count; i++) {
      keys[i] = key(x[at + i], i);
    }
    heapify();
    int i = order.next(x, at, count, length, (int) keys[0]);
    while (i < length) {
      sink(key(x[at + i], i), 0, count);
      i = order.next(x, at, i + 1, length, (int) keys[0]);
    }
    if (!isSorted) {
      for (int n = 0; n < count; n++) {
        keys[n] = (int) keys[n];
      }
      heapify();
    }
    for (int last = count - 1; last > 0; last--) {
      long moved = keys[last];
      keys[last] = keys[0];
      sink(moved, 0, last);
    }
  }

  /** Equal floats, such as all NaN, or 0 and -0, differ by their index alone. */
  private long key(float value, int index) {
    int bits = Float.floatToIntBits(value + 0f);
    int ordered = bits ^ (bits >> 31 >>> 1);
    return (long) (ordered ^ flip) << 32 | index;
  }

  @Override
  public int index(int place) {
    return (int) keys[place];
  }

  private void heapify() {
    for (int parent = keys.length / 2 - 1; parent >= 0; parent--) {
      sink(keys[parent], parent, keys.length);
    }
  }

  private void sink(long sunk, int from, int size) {
    int parent = from;
    for (int child = 2 * parent + 1; child < size; child = 2 * parent + 1) {
      if (child + 1 < size && keys[child] < keys[child + 1]) {
        child++;
      }
      if (sunk >= keys[child]) {
        break;
      }
      keys[parent] = keys[child];
      parent = child;
    }
    keys[parent] = sunk;
  }
}
