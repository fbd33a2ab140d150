package io.pelton.flink.text;

import java.text.Normalizer;
import java.text.Normalizer.Form;

/** Unicode's normal forms as the library computes them. */
final class Decompositions {
  private Decompositions() {}

  static String normalize(String text, Form form) {
    return Normalizer.normalize(text, form);
  }

  /** Whether a text has a character that normal forms may exchange with a neighbour. */
  static boolean isReordered(String text) {
    return text.codePoints().anyMatch(Decompositions::isReordered);
  }

  /** Between two marks of other classes, a character of class 0 and only such a one changes nothing. */
  private static boolean isReordered(int c) {
    String mark = Character.toString(c);
    return !Normalizer.isNormalized("\u0345" + mark, Form.NFD)
        || !Normalizer.isNormalized(mark + "\u0334", Form.NFD);
  }
}
