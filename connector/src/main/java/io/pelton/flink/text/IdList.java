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

  long[] toArray() {
    return Arrays.copyOf(ids, size);
  }
}
