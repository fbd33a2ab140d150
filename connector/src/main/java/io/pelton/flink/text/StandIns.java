package io.pelton.flink.text;

/**
 * A text for regular expressions, whose classes go by the JVM's version of Unicode: characters that
 * Oniguruma knows and some JVM may not are exchanged for older ones of their category, as long in
 * UTF-16 and too rare to be named in a pattern.
 */
final class StandIns {
  private StandIns() {}

  static String of(String text) {
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      if (UnicodeSets.has(c, UnicodeSets.LATER)) {
        return from(text, i);
      }
      i += Character.charCount(c);
    }
    return text;
  }

  private static String from(String text, int start) {
    StringBuilder out = new StringBuilder(text.length());
    out.append(text, 0, start);
    text.substring(start)
        .codePoints()
        .map(c -> UnicodeSets.has(c, UnicodeSets.LATER) ? standIn(c) : c)
        .forEach(out::appendCodePoint);
    return out.toString();
  }

  private static int standIn(int c) {
    boolean isShort = Character.isBmpCodePoint(c);
    if (UnicodeSets.has(c, UnicodeSets.LATER_CAPITAL)) {
      return isShort ? 0x10A0 : 0x10400;
    }
    if (UnicodeSets.has(c, UnicodeSets.LATER_SMALL)) {
      return isShort ? 0x1D00 : 0x10428;
    }
    if (CharClasses.isLetter(c)) {
      return isShort ? 0xA500 : 0x10280;
    }
    if (CharClasses.isNumber(c)) {
      boolean isDigit = CharClasses.isWord(c);
      return isShort ? (isDigit ? 0xA620 : 0xA830) : (isDigit ? 0x104A0 : 0x10107);
    }
    if (CharClasses.isWord(c)) {
      return isShort ? 0xA66F : 0x10A01;
    }
    if (UnicodeSets.has(c, UnicodeSets.LATER_PUNCTUATION)) {
      return isShort ? 0xA673 : 0x10100;
    }
    return isShort ? 0x2800 : 0x1D100;
  }
}
