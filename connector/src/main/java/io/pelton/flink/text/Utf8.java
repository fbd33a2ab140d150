package io.pelton.flink.text;

import java.util.Arrays;
import java.util.Locale;

/** The bytes of characters in UTF-8, without objects. */
final class Utf8 {
  private Utf8() {}

  static int length(int codePoint) {
    if (codePoint < 0x80) {
      return 1;
    }
    if (codePoint < 0x800) {
      return 2;
    }
    return codePoint < 0x10000 ? 3 : 4;
  }

  /** A byte of a character, from 0 to 255. */
  static int at(int codePoint, int index) {
    int length = length(codePoint);
    int rest = codePoint >>> (6 * (length - 1 - index));
    if (index > 0) {
      return 0x80 | (rest & 0x3F);
    }
    return switch (length) {
      case 1 -> rest;
      case 2 -> 0xC0 | rest;
      case 3 -> 0xE0 | rest;
      default -> 0xF0 | rest;
    };
  }

  /** The bytes of a part of a text, each from 0 to 255. */
  static int[] bytes(String text, int start, int end) {
    int[] bytes = new int[3 * (end - start)];
    int count = 0;
    for (int i = start; i < end; ) {
      int codePoint = text.codePointAt(i);
      for (int k = 0; k < length(codePoint); k++) {
        bytes[count++] = at(codePoint, k);
      }
      i += Character.charCount(codePoint);
    }
    return Arrays.copyOf(bytes, count);
  }

  /** A character as Unicode writes it, such as {@code U+00E9}. */
  static String name(int codePoint) {
    return String.format(Locale.ROOT, "U+%04X", codePoint);
  }

  /** The name that vocabularies give to the token of a byte, such as {@code <0x0A>}. */
  static String tokenOf(int value) {
    String hex = "0123456789ABCDEF";
    return "<0x" + hex.charAt(value >>> 4) + hex.charAt(value & 0xF) + ">";
  }
}
