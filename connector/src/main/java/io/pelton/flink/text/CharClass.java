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
    return switch (Character.getType(codePoint)) {
      case Character.UPPERCASE_LETTER,
          Character.LOWERCASE_LETTER,
          Character.TITLECASE_LETTER,
          Character.MODIFIER_LETTER,
          Character.OTHER_LETTER -> LETTER;
      case Character.DECIMAL_DIGIT_NUMBER, Character.LETTER_NUMBER, Character.OTHER_NUMBER ->
          NUMBER;
      case Character.SPACE_SEPARATOR, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
          SPACE;
      default -> codePoint >= 9 && codePoint <= 13 || codePoint == 0x85 ? SPACE : OTHER;
    };
  }
}
