package io.pelton.flink.text;

import java.util.Arrays;

/** Numbers by keys, both from 0, without boxes. Safe to read from many threads once filled. */
final class LongIntMap {
  private static final long EMPTY = -1;

  private long[] keys;
  private int[] values;
  private int size;
  private int shift;

  LongIntMap(int expected) {
    int capacity = Math.max(16, Integer.highestOneBit(Math.max(1, expected)) * 4);
    allocate(capacity);
  }

  private void allocate(int capacity) {
    keys = new long[capacity];
    values = new int[capacity];
    Arrays.fill(keys, EMPTY);
    shift = 64 - Integer.numberOfTrailingZeros(capacity);
  }

  /** The value of a key, or -1. */
  int get(long key) {
    for (int slot = slot(key); keys[slot] != EMPTY; slot = slot + 1 & keys.length - 1) {
      if (keys[slot] == key) {
        return values[slot];
      }
    }
    return -1;
  }

  void put(long key, int value) {
    int slot = slot(key);
    while (keys[slot] != EMPTY && keys[slot] != key) {
      slot = slot + 1 & keys.length - 1;
    }
    boolean isNew = keys[slot] == EMPTY;
    keys[slot] = key;
    values[slot] = value;
    if (isNew && ++size > keys.length / 2) {
      grow();
    }
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldValues = values;
    allocate(2 * oldKeys.length);
    size = 0;
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != EMPTY) {
        put(oldKeys[i], oldValues[i]);
      }
    }
  }

  private int slot(long key) {
    return (int) ((key * 0x9E3779B97F4A7C15L) >>> shift);
  }
}
