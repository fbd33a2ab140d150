package io.pelton.flink.text;

/**
 * GPT-2's pattern for words: an English ending with its apostrophe, a run of letters, of digits, or
 * of neither, each with the space before it, or a run of white space, but without its last
 * character where something follows.
 *
 * <pre>'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+</pre>
 */
final class WordScanner {
  private static final String[] ENDINGS = {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"};

  private WordScanner() {}

  /** Where the match that begins at a place ends; every character is of some match. */
  static int end(String text, int start) {
    if (text.charAt(start) == '\'') {
      for (String ending : ENDINGS) {
        if (text.startsWith(ending, start)) {
          return start + ending.length();
        }
      }
    }
    int from = start;
    if (text.charAt(start) == ' ' && start + 1 < text.length()) {
      from = start + 1;
    }
    CharClass kind = CharClass.of(text.codePointAt(from));
    if (kind == CharClass.SPACE) {
      return endOfSpace(text, start);
    }
    int end = from;
    while (end < text.length() && CharClass.of(text.codePointAt(end)) == kind) {
      end += Character.charCount(text.codePointAt(end));
    }
    return end;
  }

  private static int endOfSpace(String text, int start) {
    int end = start;
    while (end < text.length() && CharClass.of(text.charAt(end)) == CharClass.SPACE) {
      end++;
    }
    return end < text.length() && end > start + 1 ? end - 1 : end;
  }
}
