package io.pelton.flink.text;

/** What patterns that cut words tell apart: {@code \p{L}}, {@code \p{N}} and {@code \s}. */
enum CharClass {
  LETTER,
  NUMBER,
  SPACE,
  OTHER;

  private static final CharClass[] LATIN = new CharClass[0x250];

  static {
    for (int c = 0; c < LATIN.length; c++) {
      LATIN[c] = find(c);
    }
  }

  static CharClass of(int codePoint) {
    return codePoint < LATIN.length ? LATIN[codePoint] : find(codePoint);
  }

  private static CharClass find(int codePoint) {
    if (CharClasses.isWhitespace(codePoint)) {
      return SPACE;
    }
    if (CharClasses.isNumber(codePoint)) {
      return NUMBER;
    }
    return CharClasses.isLetter(codePoint) ? LETTER : OTHER;
  }
}
