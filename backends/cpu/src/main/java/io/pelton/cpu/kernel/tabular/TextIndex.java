package io.pelton.cpu.kernel.tabular;

import io.pelton.engine.kernel.PackedWeights;
import io.pelton.engine.tensor.StringStorage;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Finds the places of strings in a list by their UTF-8 bytes; the last place of one that repeats.
 * Immutable: an open hash table with linear probing.
 */
public final class TextIndex implements PackedWeights {
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
      byte[] key = keys[place];
      System.arraycopy(key, 0, bytes, ends[place] - key.length, key.length);
      hashes[place] = hash(key, key.length);
      slots[slot(key, key.length, hashes[place])] = place;
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

  /** Room for the bytes of one string, for {@link #find}. */
  byte[] newScratch() {
    return new byte[longest];
  }

  /** -1 where there is none. */
  public int find(StringStorage strings, int index, byte[] scratch) {
    int length = strings.byteLength(index);
    if (length > longest) {
      return -1;
    }
    strings.copy(index, scratch, 0);
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

  /** FNV-1a, with its high bits mixed into the low ones that choose the slot. */
  private static int hash(byte[] key, int length) {
    int hash = 0x811c9dc5;
    for (int i = 0; i < length; i++) {
      hash = (hash ^ (key[i] & 0xff)) * 0x01000193;
    }
    return hash ^ (hash >>> 15);
  }
}
