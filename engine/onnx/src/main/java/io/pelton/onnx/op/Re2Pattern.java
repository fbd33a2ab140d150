package io.pelton.onnx.op;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Turns a pattern of RE2 into one of {@link Pattern} that matches the same strings as a whole. What
 * RE2 does not know, such as back references and looking around, is refused. Three things stay
 * different: ignoring case goes by {@link Pattern#UNICODE_CASE} instead of Unicode's simple
 * folding; scripts and categories are those of the JVM's version of Unicode; and patterns that
 * repeat alternatives may need more time and stack than RE2, which needs none.
 */
final class Re2Pattern {
  /** Repetitions that RE2 allows. */
  private static final int MOST_REPEATS = 1000;

  private static final Pattern REPEAT = Pattern.compile("\\{(\\d+)(,(\\d*))?\\}");
  private static final Pattern FLAGS = Pattern.compile("\\(\\?([imsU]*)(-[imsU]+)?([:)])");
  private static final Pattern NAME = Pattern.compile("\\(\\?P?<(\\w+)>");
  private static final Pattern POSIX = Pattern.compile("\\[:(\\^?)(\\w+):]");
  private static final Pattern PROPERTY = Pattern.compile("\\\\([pP])(?:\\{(\\^?)(\\w+)}|(\\w))");
  private static final Pattern HEX = Pattern.compile("\\\\x(?:\\{[0-9a-fA-F]+}|[0-9a-fA-F]{2})");
  private static final Pattern OCTAL = Pattern.compile("\\\\(0[0-7]{0,2}|[1-7][0-7]{1,2})");

  private static final Map<String, String> CLASSES =
      Map.ofEntries(
          Map.entry("alnum", "Alnum"),
          Map.entry("alpha", "Alpha"),
          Map.entry("ascii", "ASCII"),
          Map.entry("blank", "Blank"),
          Map.entry("cntrl", "Cntrl"),
          Map.entry("digit", "Digit"),
          Map.entry("graph", "Graph"),
          Map.entry("lower", "Lower"),
          Map.entry("print", "Print"),
          Map.entry("punct", "Punct"),
          Map.entry("space", "Space"),
          Map.entry("upper", "Upper"),
          Map.entry("xdigit", "XDigit"));

  private final OnnxNode node;
  private final String pattern;
  private final StringBuilder java = new StringBuilder("(?d)");
  private final Deque<Boolean> outer = new ArrayDeque<>();
  private boolean isMultiline;
  private int at;

  private Re2Pattern(OnnxNode node, String pattern) {
    this.node = node;
    this.pattern = pattern;
  }

  static String translate(OnnxNode node, String pattern) {
    return new Re2Pattern(node, pattern).translate();
  }

  private String translate() {
    while (at < pattern.length()) {
      step();
    }
    String translated = java.toString();
    try {
      Pattern.compile(translated);
    } catch (PatternSyntaxException e) {
      throw node.invalid("pattern '" + pattern + "' is none: " + e.getDescription(), e);
    }
    return translated;
  }

  private boolean isAhead(Pattern what) {
    return matcher(what).lookingAt();
  }

  private Matcher matcher(Pattern what) {
    return what.matcher(pattern).region(at, pattern.length());
  }

  private void step() {
    char c = pattern.charAt(at);
    switch (c) {
      case '\\' -> escape(false);
      case '[' -> new Re2Class().translate();
      case '(' -> open();
      case ')' -> close();
      case '^' -> emit(isMultiline ? "(?:\\A|(?<=\\n))" : "\\A", 1);
      case '$' -> emit(isMultiline ? "(?=\\n|\\z)" : "\\z", 1);
      case '*', '+', '?' -> repeat(String.valueOf(c), 1);
      case '{' -> braces();
      case '}', ']' -> emit("\\" + c, 1);
      default -> emit(String.valueOf(c), 1);
    }
  }

  private void emit(String text, int consumed) {
    java.append(text);
    at += consumed;
  }

  private RuntimeException unknown(String what) {
    return node.invalid(
        "pattern '" + pattern + "' has " + what + " at character " + at + ", which RE2 has not");
  }

  private void open() {
    outer.push(isMultiline);
    if (!pattern.startsWith("(?", at)) {
      emit("(?:", 1);
      return;
    }
    Matcher name = matcher(NAME);
    if (name.lookingAt()) {
      emit("(?:", name.end() - at);
      return;
    }
    Matcher flags = matcher(FLAGS);
    if (!flags.lookingAt()) {
      throw unknown("a group with '?'");
    }
    String on = flags.group(1);
    String off = flags.group(2) == null ? "" : flags.group(2);
    isMultiline = (isMultiline || on.contains("m")) && !off.contains("m");
    java.append("(?").append(on(on));
    if (!on(off).isEmpty()) {
      java.append('-').append(on(off));
    }
    if (flags.group(3).equals(")")) {
      outer.pop();
    }
    emit(flags.group(3), flags.end() - at);
  }

  /** Which match is found first does not matter, and lines are kept track of here. */
  private static String on(String flags) {
    return flags.replaceAll("[mU-]", "").replace("i", "iu");
  }

  private void close() {
    if (outer.isEmpty()) {
      throw unknown("an unexpected ')'");
    }
    isMultiline = outer.pop();
    emit(")", 1);
  }

  private void braces() {
    Matcher repeat = matcher(REPEAT);
    if (!repeat.lookingAt()) {
      emit("\\{", 1);
      return;
    }
    String most = repeat.group(3) == null || repeat.group(3).isEmpty() ? "0" : repeat.group(3);
    for (String count : new String[] {repeat.group(1), most}) {
      if (count.length() > 4 || Integer.parseInt(count) > MOST_REPEATS) {
        throw unknown("more than " + MOST_REPEATS + " repetitions");
      }
    }
    repeat(repeat.group(), repeat.group().length());
  }

  /** One more '?' says which match is found first. */
  private void repeat(String text, int consumed) {
    emit(text, consumed);
    if (at < pattern.length() && pattern.charAt(at) == '?') {
      emit("?", 1);
    }
    if (at < pattern.length() && ("*+?".indexOf(pattern.charAt(at)) >= 0 || isAhead(REPEAT))) {
      throw unknown("a repetition of a repetition");
    }
  }

  private void escape(boolean isInClass) {
    if (at + 1 == pattern.length()) {
      throw unknown("a '\\' at its end,");
    }
    char c = pattern.charAt(at + 1);
    Matcher octal = matcher(OCTAL);
    Matcher hex = matcher(HEX);
    Matcher property = matcher(PROPERTY);
    if (octal.lookingAt()) {
      emit(
          "\\x{" + Integer.toHexString(Integer.parseInt(octal.group(1), 8)) + "}",
          octal.end() - at);
    } else if (hex.lookingAt()) {
      emit(hex.group(), hex.end() - at);
    } else if (property.lookingAt()) {
      property(property);
    } else if (c == 's') {
      emit(isInClass ? "\\t\\n\\f\\r\\x20" : "[\\t\\n\\f\\r\\x20]", 2);
    } else if (c == 'S') {
      String others = "\\x00-\\x08\\x0b\\x0e-\\x1f\\x21-\\x{10ffff}";
      emit(isInClass ? others : "[" + others + "]", 2);
    } else if (c == 'v') {
      emit("\\x0b", 2);
    } else if ("dDwWafnrt".indexOf(c) >= 0) {
      emit("\\" + c, 2);
    } else if (c < 0x80 && !Character.isLetterOrDigit(c)) {
      emit(c == '_' ? "_" : "\\" + c, 2);
    } else if (isInClass) {
      throw unknown("'\\" + c + "'");
    } else {
      position(c);
    }
  }

  /** Escapes that stand for no character of their own. */
  private void position(char c) {
    switch (c) {
      case 'A', 'z' -> emit("\\" + c, 2);
      case 'b' -> emit("(?:(?<=\\w)(?!\\w)|(?<!\\w)(?=\\w))", 2);
      case 'B' -> emit("(?:(?<=\\w)(?=\\w)|(?<!\\w)(?!\\w))", 2);
      case 'Q' -> {
        int end = pattern.indexOf("\\E", at);
        String text = pattern.substring(at + 2, end < 0 ? pattern.length() : end);
        emit(text.replaceAll("[^\\w\\x{80}-\\x{10ffff}]", "\\\\$0"), 2 + text.length());
        at = Math.min(pattern.length(), end < 0 ? at : at + 2);
      }
      default -> throw unknown("'\\" + c + "'");
    }
  }

  private void property(Matcher property) {
    boolean isShort = property.group(4) != null;
    String name = isShort ? property.group(4) : property.group(3);
    boolean isNegated = property.group(1).equals("P") ^ (!isShort && !property.group(2).isEmpty());
    String letter = isNegated ? "\\P{" : "\\p{";
    if (name.equals("Any")) {
      throw unknown("a property that is none:");
    }
    // categories have one or two letters, scripts more
    emit(letter + (name.length() > 2 ? "Is" : "") + name + "}", property.end() - at);
  }

  /** A class in brackets. */
  private final class Re2Class {
    void translate() {
      emit("[", 1);
      if (pattern.startsWith("^", at)) {
        emit("^", 1);
      }
      boolean isFirst = true;
      while (at < pattern.length() && (isFirst || pattern.charAt(at) != ']')) {
        element();
        isFirst = false;
      }
      if (at == pattern.length()) {
        throw unknown("a class without end,");
      }
      emit("]", 1);
    }

    private void element() {
      char c = pattern.charAt(at);
      Matcher posix = matcher(POSIX);
      if (posix.lookingAt()) {
        posix(posix);
      } else if (c == '\\') {
        escape(true);
      } else if (c == '-' || Character.isLetterOrDigit(c) || c >= 0x80) {
        emit(String.valueOf(c), 1);
      } else {
        emit("\\" + c, 1);
      }
    }

    private void posix(Matcher posix) {
      boolean isNegated = !posix.group(1).isEmpty();
      String name = CLASSES.get(posix.group(2));
      if (posix.group(2).equals("word")) {
        emit(isNegated ? "\\W" : "\\w", posix.end() - at);
      } else if (name == null) {
        throw unknown("the class " + posix.group());
      } else {
        emit((isNegated ? "\\P{" : "\\p{") + name + "}", posix.end() - at);
      }
    }
  }
}
