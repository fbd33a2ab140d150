package io.pelton.flink.text;

import io.pelton.flink.error.InvalidTokenizer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;

/**
 * What SentencePiece compiles its rules for characters into: a length in bytes, a double-array trie
 * of that length, whose keys are UTF-8 and whose values are places in the texts behind it, each of
 * which ends with a zero. The units of the trie are those of Darts-clone; the format is described
 * in {@code src/normalizer.cc} of SentencePiece and in the crate {@code spm_precompiled}.
 */
final class CharsMap {
  private final int[] units;
  private final byte[] texts;

  /**
   * Reads it.
   *
   * @throws InvalidTokenizer when the trie leads out of itself or a value out of the texts
   */
  CharsMap(byte[] bytes, JsonPart json) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int length = buffer.remaining() < 4 ? -1 : buffer.getInt();
    if (length < 4 || length > buffer.remaining()) {
      throw wrong(json, "a trie and texts", bytes.length + " bytes");
    }
    this.units = new int[length / 4];
    for (int i = 0; i < units.length; i++) {
      units[i] = buffer.getInt();
    }
    this.texts = new byte[buffer.remaining()];
    buffer.get(texts);
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(texts));
    } catch (CharacterCodingException e) {
      throw wrong(json, "texts in UTF-8", e.getMessage());
    }
    check(json);
  }

  /** Follows every key once. */
  private void check(JsonPart json) {
    BitSet seen = new BitSet(units.length);
    int[] open = new int[units.length + 1];
    int count = 0;
    open[count++] = offset(units[0]);
    while (count > 0) {
      int node = open[--count];
      for (int label = 1; label < 256; label++) {
        int at = node ^ label;
        if (at < units.length && label(units[at]) == label) {
          int next = at ^ offset(units[at]);
          if (hasLeaf(units[at])) {
            checkValue(next, json);
          }
          if (next >= units.length) {
            throw wrong(json, "a trie of " + units.length + " units", "a way to unit " + next);
          }
          if (!seen.get(next)) {
            seen.set(next);
            open[count++] = next;
          }
        }
      }
    }
  }

  private void checkValue(int leaf, JsonPart json) {
    int value = leaf >= units.length ? -1 : units[leaf] & Integer.MAX_VALUE;
    boolean isInside = value >= 0 && value <= texts.length;
    if (!isInside || (value < texts.length && (texts[value] & 0xC0) == 0x80)) {
      throw wrong(json, "the place of a text in " + texts.length + " bytes", "place " + value);
    }
  }

  /**
   * What stands for a text: the replacement of the shortest key that the text begins with, whatever
   * follows; null where it begins with none.
   */
  String replacement(String text, int start, int end) {
    int node = offset(units[0]);
    for (int i = start; i < end; ) {
      int c = text.codePointAt(i);
      for (int k = 0; k < Utf8.length(c); k++) {
        int label = Utf8.at(c, k);
        node ^= label;
        if (label == 0 || node >= units.length || label(units[node]) != label) {
          return null;
        }
        int unit = units[node];
        node ^= offset(unit);
        if (hasLeaf(unit)) {
          return textAt(units[node] & Integer.MAX_VALUE);
        }
      }
      i += Character.charCount(c);
    }
    return null;
  }

  private String textAt(int start) {
    int end = start;
    while (end < texts.length && texts[end] != 0) {
      end++;
    }
    return new String(texts, start, end - start, StandardCharsets.UTF_8);
  }

  private static boolean hasLeaf(int unit) {
    return (unit >>> 8 & 1) == 1;
  }

  private static int label(int unit) {
    return unit & (1 << 31 | 0xFF);
  }

  private static int offset(int unit) {
    return unit >>> 10 << ((unit & 1 << 9) >>> 6);
  }

  private static InvalidTokenizer wrong(JsonPart json, String expected, String found) {
    return new InvalidTokenizer(json.place(), expected, found);
  }
}
