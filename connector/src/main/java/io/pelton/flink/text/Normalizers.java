package io.pelton.flink.text;

import java.text.Normalizer.Form;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;

/** The file's {@code normalizer} by its type. */
final class Normalizers {
  private static final String SUPPORTED =
      "BertNormalizer, NFC, NFD, NFKC, NFKD, Nmt, Lowercase, StripAccents, Strip, Replace, Prepend,"
          + " Precompiled, Sequence";

  private Normalizers() {}

  static Normalizer of(JsonPart part) {
    String type = part.type();
    return switch (type) {
      case "BertNormalizer" -> BertNormalizer.of(part);
      case "NFC" -> form(part, Form.NFC);
      case "NFD" -> form(part, Form.NFD);
      case "NFKC" -> form(part, Form.NFKC);
      case "NFKD" -> form(part, Form.NFKD);
      case "Nmt" -> {
        part.only("type");
        yield DroppingNormalizer.ofCharacters(Normalizers::nmt);
      }
      case "Lowercase" -> {
        part.only("type");
        yield BertNormalizer::lower;
      }
      case "StripAccents" -> {
        part.only("type");
        yield DroppingNormalizer.ofCharacters(Normalizers::stripAccents);
      }
      case "Strip" -> strip(part);
      case "Replace" -> replace(part);
      case "Prepend" -> prepend(part);
      case "Precompiled" -> PrecompiledNormalizer.of(part);
      case "Sequence" -> sequence(part);
      default ->
          throw part.unsupported(
              "type \"" + JsonPart.shorten(type) + "\"", SUPPORTED, "save it with one of these");
    };
  }

  private static Normalizer form(JsonPart part, Form form) {
    part.only("type");
    return text -> Decompositions.normalize(text, form);
  }

  private static Normalizer strip(JsonPart part) {
    part.only("type", "strip_left", "strip_right");
    boolean left = part.flag("strip_left");
    boolean right = part.flag("strip_right");
    Normalizer stripping =
        text -> {
          int start = 0;
          int end = text.length();
          while (left && start < end && CharClasses.isWhitespace(text.charAt(start))) {
            start++;
          }
          while (right && end > start && CharClasses.isWhitespace(text.charAt(end - 1))) {
            end--;
          }
          return text.substring(start, end);
        };
    return new DroppingNormalizer(
        stripping, text -> left && !text.isEmpty() && CharClasses.isWhitespace(text.charAt(0)));
  }

  private static Normalizer replace(JsonPart part) {
    part.only("type", "pattern", "content");
    Patterns pattern = Patterns.of(part.get("pattern"));
    String content = part.text("content");
    Normalizer replacing =
        text -> {
          Matcher matcher = pattern.matcher(text);
          StringBuilder out = new StringBuilder(text.length());
          int done = 0;
          while (matcher.find()) {
            out.append(text, done, matcher.start()).append(content);
            done = matcher.end();
          }
          return done == 0 && out.length() == 0
              ? text
              : out.append(text, done, text.length()).toString();
        };
    return new DroppingNormalizer(
        replacing,
        text -> {
          Matcher matcher = pattern.matcher(text);
          return matcher.find()
              && matcher.start() == 0
              && text.codePointCount(0, matcher.end()) > (content.isEmpty() ? 0 : 1);
        });
  }

  private static Normalizer prepend(JsonPart part) {
    String prefix = part.only("type", "prepend").text("prepend");
    return text -> text.isEmpty() ? text : prefix + text;
  }

  private static Normalizer sequence(JsonPart part) {
    List<Normalizer> parts = new ArrayList<>();
    for (JsonPart item : part.only("type", "normalizers").list("normalizers")) {
      parts.add(of(item));
    }
    return new NormalizerSequence(parts);
  }

  private static String stripAccents(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints().filter(c -> !CharClasses.isCombiningMark(c)).forEach(out::appendCodePoint);
    return out.toString();
  }

  private static String nmt(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c >= 1 && c <= 8)
          || c == 0xB
          || (c >= 0xE && c <= 0x1F)
          || c == 0x7F
          || c == 0x8F
          || c == 0x9F) {
        continue;
      }
      boolean space =
          c == 9
              || c == 0xA
              || c == 0xC
              || c == 0xD
              || c == 0x1680
              || (c >= 0x200B && c <= 0x200F)
              || c == 0x2028
              || c == 0x2029
              || c == 0x2581
              || c == 0xFEFF
              || c == 0xFFFD;
      out.append(space ? ' ' : c);
    }
    return out.toString();
  }
}
