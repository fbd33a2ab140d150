package io.pelton.flink.text;

import java.util.function.Consumer;

/**
 * Writes spaces as a visible character, puts one before a text, and cuts before each: {@code
 * pre_tokenizers/metaspace} of Hugging Face's tokenizers, after SentencePiece.
 */
final class MetaspacePreTokenizer implements PreTokenizer {
  private final String replacement;
  private final Scheme scheme;
  private final boolean cuts;

  /** Which texts get the character put before. */
  enum Scheme {
    ALWAYS,
    FIRST,
    NEVER
  }

  MetaspacePreTokenizer(String replacement, Scheme scheme, boolean cuts) {
    this.replacement = replacement;
    this.scheme = scheme;
    this.cuts = cuts;
  }

  static MetaspacePreTokenizer of(JsonPart json) {
    json.only("type", "replacement", "add_prefix_space", "prepend_scheme", "split", "str_rep");
    JsonPart replacement = json.get("replacement");
    String text = replacement.text();
    if (text.codePointCount(0, text.length()) != 1) {
      throw replacement.wrong("one character");
    }
    return new MetaspacePreTokenizer(text, scheme(json), json.flag("split", true));
  }

  /** Older files say only whether; where both are there, they must agree. */
  private static Scheme scheme(JsonPart json) {
    JsonPart given = json.find("prepend_scheme");
    Scheme scheme =
        given == null
            ? Scheme.ALWAYS
            : switch (given.text()) {
              case "always" -> Scheme.ALWAYS;
              case "first" -> Scheme.FIRST;
              case "never" -> Scheme.NEVER;
              default -> throw given.wrong("always, first or never");
            };
    if (json.flag("add_prefix_space", true)) {
      return scheme;
    }
    if (given != null && scheme != Scheme.NEVER) {
      throw given.wrong("never, as add_prefix_space is false");
    }
    return Scheme.NEVER;
  }

  @Override
  public boolean asksForFirst() {
    return scheme == Scheme.FIRST;
  }

  @Override
  public void split(String text, boolean isFirst, Consumer<String> pieces) {
    String marked = text.replace(" ", replacement);
    boolean prepends = scheme == Scheme.ALWAYS || (scheme == Scheme.FIRST && isFirst);
    if (prepends && !marked.startsWith(replacement)) {
      marked = replacement + marked;
    }
    int start = 0;
    while (cuts && start < marked.length()) {
      int end = marked.indexOf(replacement, start + 1);
      if (end < 0) {
        break;
      }
      pieces.accept(marked.substring(start, end));
      start = end;
    }
    pieces.accept(marked.substring(start));
  }
}
