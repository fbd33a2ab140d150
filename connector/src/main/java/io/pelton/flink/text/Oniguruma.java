package io.pelton.flink.text;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Writes regular expressions of Oniguruma, which the library uses, as Java's. What the two read
 * differently is refused.
 */
final class Oniguruma {
  private static final int FLAGS =
      Pattern.UNICODE_CHARACTER_CLASS
          | Pattern.UNICODE_CASE
          | Pattern.MULTILINE
          | Pattern.UNIX_LINES;

  /** Java compiles groups by recursion. */
  private static final int DEEPEST = 100;

  private static final String SUPPORTED =
      "literals, . ^ $, classes, \\s \\d \\w, \\p of general categories, groups with | : i = ! < ,"
          + " and quantifiers";

  private final JsonPart part;
  private final String source;
  private final StringBuilder out = new StringBuilder();
  private int at;
  private int depth;

  private Oniguruma(JsonPart part) {
    this.part = part;
    this.source = part.text();
  }

  static Pattern compile(JsonPart part) {
    Oniguruma writer = new Oniguruma(part);
    writer.write();
    try {
      return Pattern.compile(writer.out.toString(), FLAGS);
    } catch (PatternSyntaxException e) {
      throw writer.refuse();
    }
  }

  private void write() {
    while (at < source.length()) {
      char c = source.charAt(at++);
      switch (c) {
        case '\\' -> escape();
        case '[' -> bracket(true);
        case '(' -> group();
        case ')' -> {
          depth--;
          out.append(c);
        }
        case '{' -> interval();
        case '#' -> out.append("\\#");
        default -> out.append(c);
      }
    }
    if (depth != 0) {
      throw refuse();
    }
  }

  private void escape() {
    if (at == source.length()) {
      throw refuse();
    }
    char c = source.charAt(at++);
    if (c == 'w') {
      out.append("[\\w\\u00B2\\u00B3\\u00B9\\u00BC-\\u00BE&&[^\\u200C\\u200D]]");
    } else if (c == 'W') {
      out.append("[^\\w\\u00B2\\u00B3\\u00B9\\u00BC-\\u00BE&&[^\\u200C\\u200D]]");
    } else {
      escape(c);
    }
  }

  /** An escape that means the same inside of brackets. */
  private void escape(char c) {
    if (c == 'p' || c == 'P') {
      category(c);
    } else if ("rntfvaesSdD".indexOf(c) >= 0) {
      out.append(c == 'v' ? "\\x0B" : "\\" + c);
    } else if (c < 128 && !Character.isLetterOrDigit(c)) {
      out.append('\\').append(c);
    } else {
      throw refuse();
    }
  }

  private void category(char c) {
    int end = source.indexOf('}', at);
    String name = end < 0 || source.charAt(at) != '{' ? "" : source.substring(at + 1, end);
    if (!name.matches("[LMNPSZ]|L[ulmto]|M[nce]|N[dlo]|P[cdseifo]|S[mcko]|Z[slp]")) {
      throw refuse();
    }
    out.append('\\').append(c).append('{').append(name).append('}');
    at = end + 1;
  }

  /**
   * A set of characters.
   *
   * @param mayHoldSets whether sets may be in it, of which it is the union
   */
  private void bracket(boolean mayHoldSets) {
    out.append('[');
    if (at < source.length() && source.charAt(at) == '^') {
      out.append('^');
      at++;
    }
    boolean empty = true;
    while (true) {
      if (at == source.length()) {
        throw refuse();
      }
      char c = source.charAt(at++);
      if (c == ']' && !empty) {
        out.append(']');
        return;
      }
      if (c == ']'
          || (c == '[' && (!mayHoldSets || source.startsWith(":", at)))
          || (c == '&' && source.startsWith("&", at))) {
        throw refuse();
      }
      empty = false;
      if (c == '[') {
        bracket(false);
        continue;
      }
      if (c == '\\') {
        if (at == source.length() || source.charAt(at) == 'w' || source.charAt(at) == 'W') {
          throw refuse();
        }
        escape(source.charAt(at++));
      } else if (c == '^' || c == '&' || c == '#' || c == ' ') {
        out.append('\\').append(c);
      } else {
        out.append(c);
      }
    }
  }

  private void group() {
    if (++depth > DEEPEST) {
      throw refuse();
    }
    for (String start : new String[] {"?:", "?i:", "?=", "?!", "?<=", "?<!", "?>"}) {
      if (source.startsWith(start, at)) {
        out.append('(').append(start);
        at += start.length();
        return;
      }
    }
    if (source.startsWith("?", at) || source.startsWith("*", at)) {
      throw refuse();
    }
    out.append('(');
  }

  /** A count, after which Oniguruma reads a plus as another quantifier. */
  private void interval() {
    int end = source.indexOf('}', at);
    if (end < 0
        || !source.substring(at, end).matches("[0-9]{1,4}(,([0-9]{1,4})?)?")
        || source.startsWith("+", end + 1)) {
      throw refuse();
    }
    out.append(source, at - 1, end + 1);
    at = end + 1;
  }

  private RuntimeException refuse() {
    return part.unsupported(
        "\"" + JsonPart.shorten(source) + "\"", SUPPORTED, "write the pattern with these");
  }
}
