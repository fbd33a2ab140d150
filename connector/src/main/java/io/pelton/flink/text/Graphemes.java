package io.pelton.flink.text;

/**
 * What readers see as one character: the extended grapheme clusters of UAX #29, without the rule
 * for flags, since {@link PrecompiledNormalizer} asks for clusters of fewer than six bytes only.
 */
final class Graphemes {
  private Graphemes() {}

  /** Where the cluster that begins at a place ends. */
  static int end(String text, int start) {
    int left = text.codePointAt(start);
    int end = start + Character.charCount(left);
    boolean isPicture = GraphemeClass.isPicture(left);
    boolean isConsonant = GraphemeClass.isLinkingConsonant(left);
    boolean isLinked = false;
    while (end < text.length()) {
      int right = text.codePointAt(end);
      if (left < 0x300 && right < 0x300 && left != '\r') {
        return end;
      }
      boolean joins =
          joinsAlways(left, right)
              || (isPicture && left == GraphemeClass.JOINER && GraphemeClass.isPicture(right))
              || (isLinked && GraphemeClass.isLinkingConsonant(right));
      if (!joins) {
        return end;
      }
      boolean extend = GraphemeClass.isExtend(right);
      isLinked = isConsonant && extend && (isLinked || GraphemeClass.isLinker(right));
      isPicture = GraphemeClass.isPicture(right) || (isPicture && extend);
      isConsonant = GraphemeClass.isLinkingConsonant(right) || (isConsonant && extend);
      left = right;
      end += Character.charCount(right);
    }
    return end;
  }

  /** The rules that look at two code points only. */
  private static boolean joinsAlways(int left, int right) {
    if (GraphemeClass.isControl(left) || GraphemeClass.isControl(right)) {
      return left == '\r' && right == '\n';
    }
    return GraphemeClass.isExtend(right)
        || GraphemeClass.isSpacingMark(right)
        || GraphemeClass.isPrepend(left)
        || joinsHangul(left, right);
  }

  private static boolean joinsHangul(int left, int right) {
    if (left < 0x1100 || right < 0x1100 || left > 0xD7FF || right > 0xD7FF) {
      return false;
    }
    boolean isVowel = isVowel(right);
    if (left <= 0x115F || (left >= 0xA960 && left <= 0xA97C)) {
      boolean isLead = right <= 0x115F || (right >= 0xA960 && right <= 0xA97C);
      return isLead || isVowel || isSyllable(right);
    }
    boolean isTail = (right >= 0x11A8 && right <= 0x11FF) || (right >= 0xD7CB && right <= 0xD7FB);
    boolean endsOpen = isVowel(left) || (isSyllable(left) && (left - 0xAC00) % 28 == 0);
    boolean endsClosed =
        isSyllable(left)
            || (left >= 0x11A8 && left <= 0x11FF)
            || (left >= 0xD7CB && left <= 0xD7FB);
    return (endsOpen && (isVowel || isTail)) || (endsClosed && isTail);
  }

  private static boolean isVowel(int c) {
    return (c >= 0x1160 && c <= 0x11A7) || (c >= 0xD7B0 && c <= 0xD7C6);
  }

  private static boolean isSyllable(int c) {
    return c >= 0xAC00 && c <= 0xD7A3;
  }
}
