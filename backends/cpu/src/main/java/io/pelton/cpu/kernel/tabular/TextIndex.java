package io.pelton.cpu.kernel.tabular;

import io.pelton.engine.kernel.PackedWeights;
import io.pelton.engine.tensor.StringStorage;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Finds the places of strings in a list by their UTF-8 bytes; the last place of one that repeats.
 * Immutable: an open hash table with linear probing.
 */
public final class TextIndex implements PackedWeights {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] bytes;
  private final int[] ends;
  private final int[] hashes;
  private final int[] slots;
  private final int longest;

  private TextIndex(byte[][] keys) {
    this.ends = new int[keys.length];
    this.hashes = new int[keys.length];
    int total = 0;
    int max = 0;
    for (int place = 0; place < keys.length; place++) {
      total = Math.addExact(total, keys[place].length);
      max = Math.max(max, keys[place].length);
      ends[place] = total;
    }
    this.longest = max;
    this.bytes = new byte[total];
    this.slots = new int[LongIndex.slots(keys.length)];
    Arrays.fill(slots, -1);
    for (int place = 0; place < keys.length; place++) {
      int length = keys[place].length;
      System.arraycopy(keys[place], 0, bytes, ends[place] - length, length);
      byte[] key = Arrays.copyOf(keys[place], length + Long.BYTES);
      hashes[place] = hash(key, length);
      slots[slot(key, length, hashes[place])] = place;
    }
  }

  public static TextIndex of(String... keys) {
    return new TextIndex(
        Arrays.stream(keys)
            .map(key -> key.getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new));
  }

  @Override
  public long byteLength() {
    return bytes.length + 4L * (ends.length + hashes.length + slots.length);
  }

  /** Room for the bytes of one string and some zeros, for {@link #find}. */
  byte[] newScratch() {
    return new byte[longest + Long.BYTES];
  }

  /** -1 where there is none. */
  public int find(StringStorage strings, int index, byte[] scratch) {
    int length = strings.byteLength(index);
    if (length > longest) {
      return -1;
    }
    strings.copy(index, scratch, 0);
    LONGS.set(scratch, length, 0L);
    return slots[slot(scratch, length, hash(scratch, length))];
  }

  /** Where the key is, or the free slot that it would take. */
  private int slot(byte[] key, int length, int hash) {
    int mask = slots.length - 1;
    int slot = hash & mask;
    while (slots[slot] >= 0 && !isAt(slots[slot], key, length, hash)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private boolean isAt(int place, byte[] key, int length, int hash) {
    int start = place == 0 ? 0 : ends[place - 1];
    return hashes[place] == hash && Arrays.equals(bytes, start, ends[place], key, 0, length);
  }

  /**
   * Of eight bytes at a time, the last of them filled up with zeros, which are there. High bits are
   * mixed into the low ones, of which some choose the slot.
   */
  private static int hash(byte[] key, int length) {
    long hash = length;
    for (int i = 0; i < length; i += Long.BYTES) {
      hash = (hash ^ (long) LONGS.get(key, i)) * 0x9e3779b97f4a7c15L;
      hash ^= hash >>> 32;
    }
    return (int) hash;
  }
}
