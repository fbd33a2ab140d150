package io.pelton.flink.text;

/** What characters are for Hugging Face's library, whatever Unicode version the JVM has. */
final class CharClasses {
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
    if (c < 128) {
      return c > ' ' && c < 127 && !Character.isLetterOrDigit(c);
    }
    int type = Character.getType(c);
    return type == Character.CONNECTOR_PUNCTUATION
        || type == Character.DASH_PUNCTUATION
        || type == Character.START_PUNCTUATION
        || type == Character.END_PUNCTUATION
        || type == Character.INITIAL_QUOTE_PUNCTUATION
        || type == Character.FINAL_QUOTE_PUNCTUATION
        || type == Character.OTHER_PUNCTUATION;
  }

  /** Control, format, private and such characters, which cleaning drops. */
  static boolean isOther(int c) {
    int type = Character.getType(c);
    return type == Character.CONTROL
        || type == Character.FORMAT
        || type == Character.PRIVATE_USE
        || type == Character.SURROGATE;
  }

  static boolean isNonspacingMark(int c) {
    return Character.getType(c) == Character.NON_SPACING_MARK;
  }

  static boolean isCombiningMark(int c) {
    int type = Character.getType(c);
    return type == Character.NON_SPACING_MARK
        || type == Character.COMBINING_SPACING_MARK
        || type == Character.ENCLOSING_MARK;
  }

  static boolean isNumeric(int c) {
    int type = Character.getType(c);
    return type == Character.DECIMAL_DIGIT_NUMBER
        || type == Character.LETTER_NUMBER
        || type == Character.OTHER_NUMBER;
  }

  /** What {@code \w} is in Rust's regular expressions. */
  static boolean isWord(int c) {
    return Character.isAlphabetic(c)
        || isCombiningMark(c)
        || Character.isDigit(c)
        || Character.getType(c) == Character.CONNECTOR_PUNCTUATION
        || c == 0x200C
        || c == 0x200D;
  }

  /** Appends the lower case, which no neighbour changes. */
  static void appendLower(int c, StringBuilder target) {
    if (c == 0x130) {
      target.append("i\u0307");
    } else {
      target.appendCodePoint(Character.toLowerCase(c));
    }
  }
}
