package io.pelton.flink.text;

import java.util.function.Consumer;

/**
 * Writes each byte of a text in UTF-8 as a visible character, so that a vocabulary of 256
 * characters knows every text: {@code bytes_to_unicode} of GPT-2's {@code encoder.py}, and {@code
 * pre_tokenizers/byte_level} of Hugging Face's tokenizers.
 */
final class ByteLevelPreTokenizer implements PreTokenizer {
  private static final char[] CHARACTERS = characters();

  private final boolean addsSpace;
  private final boolean cuts;

  /**
   * Cuts words where asked for.
   *
   * @param addsSpace whether a text that does not begin with a space gets one
   */
  ByteLevelPreTokenizer(boolean addsSpace, boolean cuts) {
    this.addsSpace = addsSpace;
    this.cuts = cuts;
  }

  static ByteLevelPreTokenizer of(JsonPart json) {
    json.only("type", "add_prefix_space", "trim_offsets", "use_regex");
    json.flag("trim_offsets");
    return new ByteLevelPreTokenizer(json.flag("add_prefix_space"), json.flag("use_regex", true));
  }

  @Override
  public void split(String text, boolean isFirst, Consumer<String> pieces) {
    String spaced = addsSpace && !text.startsWith(" ") ? " " + text : text;
    int end = cuts ? 0 : spaced.length();
    for (int start = 0; start < spaced.length(); start = end) {
      if (cuts) {
        end = WordScanner.end(spaced, start);
      }
      pieces.accept(visible(spaced, start, end));
    }
  }

  /** The characters that stand for the bytes of a part of a text. */
  private static String visible(String text, int start, int end) {
    StringBuilder written = new StringBuilder(end - start + 8);
    for (int i = start; i < end; ) {
      int c = text.codePointAt(i);
      for (int k = 0; k < Utf8.length(c); k++) {
        written.append(CHARACTERS[Utf8.at(c, k)]);
      }
      i += Character.charCount(c);
    }
    return written.toString();
  }

  /** Bytes that are visible in Latin-1 are themselves, the others follow from U+0100. */
  private static char[] characters() {
    char[] characters = new char[256];
    char next = 256;
    for (int i = 0; i < characters.length; i++) {
      boolean isVisible = (i >= '!' && i <= '~') || (i >= 0xA1 && i != 0xAD);
      characters[i] = isVisible ? (char) i : next++;
    }
    return characters;
  }
}
