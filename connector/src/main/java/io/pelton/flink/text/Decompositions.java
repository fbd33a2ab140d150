package io.pelton.flink.text;

import java.text.Normalizer;
import java.text.Normalizer.Form;

/** Unicode's normal forms as the library computes them, which knows those of Unicode 9. */
final class Decompositions {
  private Decompositions() {}

  static String normalize(String text, Form form) {
    int start = nextUnformed(text, 0);
    if (start == text.length()) {
      return Normalizer.normalize(text, form);
    }
    StringBuilder out = new StringBuilder(text.length() + 16);
    out.append(Normalizer.normalize(text.substring(0, start), form));
    while (start < text.length()) {
      int c = text.codePointAt(start);
      out.appendCodePoint(c);
      start += Character.charCount(c);
      int end = nextUnformed(text, start);
      out.append(Normalizer.normalize(text.substring(start, end), form));
      start = end;
    }
    return out.toString();
  }

  /** Where the next character is that the library leaves alone, or the text's end. */
  private static int nextUnformed(String text, int start) {
    for (int i = start; i < text.length(); ) {
      int c = text.codePointAt(i);
      if (UnicodeSets.has(c, UnicodeSets.UNFORMED)) {
        return i;
      }
      i += Character.charCount(c);
    }
    return text.length();
  }

  /** Whether a text has a mark that its normal forms may exchange with a neighbour. */
  static boolean hasReordered(String text) {
    return text.codePoints().anyMatch(Decompositions::isReordered);
  }

  /** The marks beside it have the highest class and the lowest one. */
  private static boolean isReordered(int c) {
    String mark = Character.toString(c);
    return !Normalizer.isNormalized("\u0345" + mark, Form.NFD)
        || !Normalizer.isNormalized(mark + "\u0334", Form.NFD);
  }
}
