package io.pelton.flink.text;

/** What characters are for Hugging Face's library, whatever Unicode version the JVM has. */
final class CharClasses {
  /** First and last capital letter that is newer than Unicode 13, and how far its small one is. */
  private static final int[] NEW_CAPITALS = {
    0x1C89,
    0x1C89,
    1,
    0x2C2F,
    0x2C2F,
    0x30,
    0xA7C0,
    0xA7C0,
    1,
    0xA7CB,
    0xA7CB,
    0x264 - 0xA7CB,
    0xA7CC,
    0xA7CC,
    1,
    0xA7CE,
    0xA7CE,
    1,
    0xA7D0,
    0xA7D0,
    1,
    0xA7D2,
    0xA7D2,
    1,
    0xA7D4,
    0xA7D4,
    1,
    0xA7D6,
    0xA7D6,
    1,
    0xA7D8,
    0xA7D8,
    1,
    0xA7DA,
    0xA7DA,
    1,
    0xA7DC,
    0xA7DC,
    0x19B - 0xA7DC,
    0x10570,
    0x1057A,
    39,
    0x1057C,
    0x1058A,
    39,
    0x1058C,
    0x10592,
    39,
    0x10594,
    0x10595,
    39,
    0x10D50,
    0x10D65,
    32,
    0x16EA0,
    0x16EB8,
    27
  };

  private CharClasses() {}

  static boolean isWhitespace(int c) {
    return c == ' '
        || (c >= 9 && c <= 13)
        || c == 0x85
        || c == 0xA0
        || c == 0x1680
        || (c >= 0x2000 && c <= 0x200A)
        || c == 0x2028
        || c == 0x2029
        || c == 0x202F
        || c == 0x205F
        || c == 0x3000;
  }

  static boolean isPunctuation(int c) {
    return UnicodeSets.has(c, UnicodeSets.PUNCTUATION);
  }

  /** What cleaning drops: control, format and private characters, among them some white space. */
  static boolean isDropped(int c) {
    return c == 0 || c == 0xFFFD || UnicodeSets.has(c, UnicodeSets.OTHER);
  }

  static boolean isNonspacingMark(int c) {
    return UnicodeSets.has(c, UnicodeSets.NONSPACING_MARK);
  }

  static boolean isCombiningMark(int c) {
    return UnicodeSets.has(c, UnicodeSets.COMBINING_MARK);
  }

  static boolean isNumeric(int c) {
    return UnicodeSets.has(c, UnicodeSets.NUMERIC);
  }

  /** What {@code \w} is in Rust's regular expressions. */
  static boolean isWord(int c) {
    return UnicodeSets.has(c, UnicodeSets.WORD);
  }

  /** What {@code \p{L}} is in Oniguruma's regular expressions. */
  static boolean isLetter(int c) {
    return UnicodeSets.has(c, UnicodeSets.LETTER);
  }

  /** What {@code \p{N}} is in Oniguruma's regular expressions. */
  static boolean isNumber(int c) {
    return UnicodeSets.has(c, UnicodeSets.NUMBER);
  }

  /** Appends the lower case, which no neighbour changes. */
  static void appendLower(int c, StringBuilder target) {
    if (c == 0x130) {
      target.append("i\u0307");
    } else {
      target.appendCodePoint(lower(c));
    }
  }

  private static int lower(int c) {
    if (c >= NEW_CAPITALS[0]) {
      for (int i = 0; i < NEW_CAPITALS.length; i += 3) {
        if (c >= NEW_CAPITALS[i] && c <= NEW_CAPITALS[i + 1]) {
          return c + NEW_CAPITALS[i + 2];
        }
      }
    }
    return Character.toLowerCase(c);
  }
}
