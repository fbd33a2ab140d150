package io.pelton.flink.text;

import java.util.Arrays;

/** Token ids that are being collected. */
final class IdList {
  private long[] ids = new long[64];
  private int size;

  void add(long id) {
    if (size == ids.length) {
      ids = Arrays.copyOf(ids, 2 * size);
    }
    ids[size++] = id;
  }

  int size() {
    return size;
  }

  /** Takes back what was added after there were so many. */
  void cut(int size) {
    this.size = size;
  }

  /** Copies some of the ids to a place in an array. */
  void copy(int from, long[] target, int at, int count) {
    System.arraycopy(ids, from, target, at, count);
  }

  long[] toArray() {
    return Arrays.copyOf(ids, size);
  }
}
