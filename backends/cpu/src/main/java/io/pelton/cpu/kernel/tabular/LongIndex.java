package io.pelton.cpu.kernel.tabular;

import io.pelton.engine.kernel.PackedWeights;
import java.util.Arrays;

/**
 * Finds the places of integers in a list; the last place of one that repeats. Immutable: an open
 * hash table with linear probing.
 */
public final class LongIndex implements PackedWeights {
  private final long[] keys;
  private final int[] slots;

  private LongIndex(long[] keys) {
    this.keys = keys;
    this.slots = new int[slots(keys.length)];
    Arrays.fill(slots, -1);
    for (int place = 0; place < keys.length; place++) {
      slots[slot(keys[place])] = place;
    }
  }

  public static LongIndex of(long... keys) {
    return new LongIndex(keys);
  }

  /** At most half full. */
  static int slots(int keys) {
    return Integer.highestOneBit(Math.max(keys, 1)) * 4;
  }

  @Override
  public long byteLength() {
    return 8L * keys.length + 4L * slots.length;
  }

  /** -1 where there is none. */
  public int find(long key) {
    return slots[slot(key)];
  }

  /** Where the key is, or the free slot that it would take. */
  private int slot(long key) {
    int mask = slots.length - 1;
    long mixed = key * 0x9e3779b97f4a7c15L;
    int slot = (int) (mixed >>> 32) & mask;
    while (slots[slot] >= 0 && keys[slots[slot]] != key) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }
}
