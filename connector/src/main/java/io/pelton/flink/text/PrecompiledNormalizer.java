package io.pelton.flink.text;

import java.util.Base64;

/**
 * SentencePiece's own rules for characters, as the crate {@code spm_precompiled} applies them: what
 * a reader sees as one character is looked up as a whole where it has fewer than six bytes, and
 * else code point by code point.
 */
final class PrecompiledNormalizer implements Normalizer {
  private static final int LONGEST_BYTES = 5;

  private final CharsMap map;

  private PrecompiledNormalizer(CharsMap map) {
    this.map = map;
  }

  static PrecompiledNormalizer of(JsonPart json) {
    json.only("type", "precompiled_charsmap");
    JsonPart map = json.get("precompiled_charsmap");
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(map.text());
    } catch (IllegalArgumentException e) {
      throw map.wrong("Base64");
    }
    return new PrecompiledNormalizer(new CharsMap(bytes, map));
  }

  @Override
  public String normalize(String text) {
    StringBuilder written = new StringBuilder(text.length() + 8);
    int end;
    for (int start = 0; start < text.length(); start = end) {
      end = Graphemes.end(text, start);
      String whole = isShort(text, start, end) ? map.replacement(text, start, end) : null;
      if (whole != null) {
        written.append(whole);
      } else {
        eachOf(text, start, end, written);
      }
    }
    return written.toString();
  }

  private void eachOf(String text, int start, int end, StringBuilder written) {
    for (int i = start; i < end; ) {
      int c = text.codePointAt(i);
      int next = i + Character.charCount(c);
      String replacement = map.replacement(text, i, next);
      if (replacement == null) {
        written.appendCodePoint(c);
      } else {
        written.append(replacement);
      }
      i = next;
    }
  }

  private static boolean isShort(String text, int start, int end) {
    int bytes = 0;
    for (int i = start; i < end && bytes <= LONGEST_BYTES; ) {
      int c = text.codePointAt(i);
      bytes += Utf8.length(c);
      i += Character.charCount(c);
    }
    return bytes <= LONGEST_BYTES;
  }
}
