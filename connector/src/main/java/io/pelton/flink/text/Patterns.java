package io.pelton.flink.text;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** What is looked for in texts: {@code {"String": …}} or {@code {"Regex": …}}. */
final class Patterns {
  private Patterns() {}

  static Pattern of(JsonPart part) {
    part.only("String", "Regex");
    JsonPart literal = part.find("String");
    if (literal != null) {
      if (literal.text().isEmpty()) {
        throw literal.wrong("a text that is not empty");
      }
      return Pattern.compile(literal.text(), Pattern.LITERAL);
    }
    JsonPart regex = part.get("Regex");
    try {
      return Pattern.compile(Oniguruma.toJava(regex), Oniguruma.FLAGS);
    } catch (PatternSyntaxException e) {
      throw regex.unsupported(
          "\"" + JsonPart.shorten(regex.text()) + "\"", "patterns of Oniguruma", "simplify it");
    }
  }
}
