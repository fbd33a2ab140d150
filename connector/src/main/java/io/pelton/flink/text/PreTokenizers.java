package io.pelton.flink.text;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;

/** The file's {@code pre_tokenizer} by its type. */
final class PreTokenizers {
  private static final String SUPPORTED =
      "BertPreTokenizer, Whitespace, WhitespaceSplit, Punctuation, Digits, Split,"
          + " ByteLevel, Metaspace, Sequence";

  private PreTokenizers() {}

  static PreTokenizer of(JsonPart part) {
    String type = part.type();
    return switch (type) {
      case "BertPreTokenizer" -> {
        part.only("type");
        yield PreTokenizers::bert;
      }
      case "Whitespace" -> {
        part.only("type");
        yield PreTokenizers::wordsAndOthers;
      }
      case "WhitespaceSplit" -> {
        part.only("type");
        yield at(CharClasses::isWhitespace, Cut.REMOVED);
      }
      case "Punctuation" -> {
        JsonPart behavior = part.only("type", "behavior").find("behavior");
        yield at(CharClasses::isPunctuation, behavior == null ? Cut.ISOLATED : Cut.of(behavior));
      }
      case "Digits" -> {
        part.only("type", "individual_digits");
        yield at(
            CharClasses::isNumeric, part.flag("individual_digits") ? Cut.ISOLATED : Cut.CONTIGUOUS);
      }
      case "Split" -> split(part);
      case "ByteLevel" -> ByteLevelPreTokenizer.of(part);
      case "Metaspace" -> MetaspacePreTokenizer.of(part);
      case "Sequence" -> sequence(part);
      default ->
          throw part.unsupported(
              "type \"" + JsonPart.shorten(type) + "\"", SUPPORTED, "save it with one of these");
    };
  }

  /** White space goes, every punctuation character is a piece. */
  private static void bert(String text, boolean isFirst, Consumer<String> pieces) {
    int start = 0;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      int next = i + Character.charCount(c);
      boolean space = CharClasses.isWhitespace(c);
      if (space || CharClasses.isPunctuation(c)) {
        if (start < i) {
          pieces.accept(text.substring(start, i));
        }
        if (!space) {
          pieces.accept(text.substring(i, next));
        }
        start = next;
      }
      i = next;
    }
    if (start < text.length()) {
      pieces.accept(text.substring(start));
    }
  }

  /** Runs of word characters, and runs of what is neither these nor white space. */
  private static void wordsAndOthers(String text, boolean isFirst, Consumer<String> pieces) {
    int start = 0;
    int kind = 0;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      int next = CharClasses.isWord(c) ? 1 : CharClasses.isWhitespace(c) ? 0 : 2;
      if (next != kind) {
        if (kind != 0) {
          pieces.accept(text.substring(start, i));
        }
        start = i;
        kind = next;
      }
      i += Character.charCount(c);
    }
    if (kind != 0) {
      pieces.accept(text.substring(start));
    }
  }

  private static PreTokenizer at(IntPredicate isDelimiter, Cut cut) {
    return (text, isFirst, pieces) -> {
      Cut.Pieces out = cut.new Pieces(text, pieces);
      int start = 0;
      for (int i = 0; i < text.length(); ) {
        int c = text.codePointAt(i);
        int next = i + Character.charCount(c);
        if (isDelimiter.test(c)) {
          if (start < i) {
            out.slice(start, i, false);
          }
          out.slice(i, next, true);
          start = next;
        }
        i = next;
      }
      if (start < text.length()) {
        out.slice(start, text.length(), false);
      }
      out.flush();
    };
  }

  private static PreTokenizer split(JsonPart part) {
    part.only("type", "pattern", "behavior", "invert");
    Patterns pattern = Patterns.of(part.get("pattern"));
    Cut cut = Cut.of(part.get("behavior"));
    boolean invert = part.flag("invert");
    return (text, isFirst, pieces) -> {
      Cut.Pieces out = cut.new Pieces(text, pieces);
      Matcher matcher = pattern.matcher(text);
      int done = 0;
      while (matcher.find()) {
        if (done < matcher.start()) {
          out.slice(done, matcher.start(), invert);
        }
        out.slice(matcher.start(), matcher.end(), !invert);
        done = matcher.end();
      }
      if (done < text.length()) {
        out.slice(done, text.length(), invert);
      }
      out.flush();
    };
  }

  private static PreTokenizer sequence(JsonPart part) {
    List<PreTokenizer> parts = new ArrayList<>();
    for (JsonPart item : part.only("type", "pretokenizers").list("pretokenizers")) {
      parts.add(of(item));
    }
    PreTokenizer all = (text, isFirst, pieces) -> pieces.accept(text);
    for (PreTokenizer next : parts) {
      all = new PreTokenizerPair(all, next);
    }
    return all;
  }
}
