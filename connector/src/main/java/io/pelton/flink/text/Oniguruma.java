package io.pelton.flink.text;

import java.util.regex.Pattern;

/** Regular expressions of Oniguruma, which the library uses, for Java. */
final class Oniguruma {
  static final int FLAGS =
      Pattern.UNICODE_CHARACTER_CLASS | Pattern.UNICODE_CASE | Pattern.MULTILINE | Pattern.UNIX_LINES;

  private Oniguruma() {}

  static String toJava(JsonPart part) {
    return part.text();
  }
}
