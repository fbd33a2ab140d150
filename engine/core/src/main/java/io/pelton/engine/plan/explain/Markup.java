package io.pelton.engine.plan.explain;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/** Writes elements that read the same as HTML and as XML, with every text escaped. */
final class Markup {
  private static final char REPLACEMENT = '\uFFFD';

  private final StringBuilder text = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  /** Text that is known to be markup. */
  Markup raw(String markup) {
    text.append(markup);
    return this;
  }

  /**
   * Opens an element.
   *
   * @param attributes names and values in turn
   */
  Markup start(String element, Object... attributes) {
    tag(element, attributes);
    text.append('>');
    open.push(element);
    return this;
  }

  /** Closes the element that was opened last. */
  Markup end() {
    text.append("</").append(open.pop()).append('>');
    return this;
  }

  /** An element with nothing in it but text. */
  Markup element(String element, String content, Object... attributes) {
    return start(element, attributes).text(content).end();
  }

  /** An element that HTML too takes without an end: a void one, or one of SVG. */
  Markup empty(String element, Object... attributes) {
    tag(element, attributes);
    text.append("/>");
    return this;
  }

  Markup text(String content) {
    escape(content);
    return this;
  }

  Markup line() {
    text.append('\n');
    return this;
  }

  private void tag(String element, Object... attributes) {
    text.append('<').append(element);
    for (int i = 0; i < attributes.length; i += 2) {
      text.append(' ').append(attributes[i]).append("=\"");
      escape(attribute(attributes[i + 1]));
      text.append('"');
    }
  }

  private static String attribute(Object value) {
    return value instanceof Double number
        ? String.format(Locale.ROOT, "%.1f", number)
        : value.toString();
  }

  private void escape(String content) {
    content.codePoints().forEach(this::escape);
  }

  private void escape(int point) {
    switch (point) {
      case '&' -> text.append("&amp;");
      case '<' -> text.append("&lt;");
      case '>' -> text.append("&gt;");
      case '"' -> text.append("&quot;");
      case '\'' -> text.append("&#39;");
      default -> text.appendCodePoint(isAllowed(point) ? point : REPLACEMENT);
    }
  }

  /**
   * Neither XML nor HTML has control characters, halves of pairs and non-characters; what turns the
   * direction of text could make a name look like another.
   */
  private static boolean isAllowed(int point) {
    if (point < 0x20) {
      return point == '\t' || point == '\n';
    }
    boolean isControl = point >= 0x7F && point <= 0x9F;
    boolean isHalf = point >= 0xD800 && point <= 0xDFFF;
    boolean turnsText =
        (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
    return !isControl && !isHalf && !turnsText && (point & 0xFFFE) != 0xFFFE;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
