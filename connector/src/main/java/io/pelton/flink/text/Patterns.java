package io.pelton.flink.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is looked for in texts: {@code {"String": …}} or {@code {"Regex": …}}. */
final class Patterns {
  private final Pattern pattern;

  private Patterns(Pattern pattern) {
    this.pattern = pattern;
  }

  static Patterns of(JsonPart part) {
    part.only("String", "Regex");
    JsonPart literal = part.find("String");
    if (literal == null) {
      return new Patterns(Oniguruma.compile(part.get("Regex")));
    }
    if (literal.text().isEmpty()) {
      throw literal.wrong("a text that is not empty");
    }
    return new Patterns(Pattern.compile(literal.text(), Pattern.LITERAL));
  }

  /** Finds places in a text; what is there must be read from the text, not from the matcher. */
  Matcher matcher(String text) {
    return pattern.matcher(StandIns.of(text));
  }
}
