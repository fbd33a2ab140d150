package io.pelton.flink.text;

/** Texts without halves of surrogate pairs, which no encoding of Unicode can carry. */
final class WellFormed {
  private WellFormed() {}

  static boolean is(String text) {
    return firstHalf(text) < 0;
  }

  /** The text with U+FFFD in place of every half of a surrogate pair. */
  static String of(String text) {
    if (is(text)) {
      return text;
    }
    StringBuilder mended = new StringBuilder(text.length());
    text.codePoints().forEach(c -> mended.appendCodePoint(isHalf(c) ? 0xFFFD : c));
    return mended.toString();
  }

  private static boolean isHalf(int c) {
    return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
  }

  private static int firstHalf(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        if (Character.isLowSurrogate(c)
            || i + 1 == text.length()
            || !Character.isLowSurrogate(text.charAt(i + 1))) {
          return i;
        }
        i++;
      }
    }
    return -1;
  }
}
