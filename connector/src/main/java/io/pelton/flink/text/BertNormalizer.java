package io.pelton.flink.text;

import java.text.Normalizer.Form;

/**
 * BERT's cleaning: control characters go, white space becomes spaces, Chinese characters get spaces
 * around them, accents go, letters become small; each as the file says.
 */
final class BertNormalizer implements Normalizer {
  private final boolean clean;
  private final boolean spaceChinese;
  private final boolean stripAccents;
  private final boolean lowercase;
  private final Substitution substitution;

  BertNormalizer(boolean clean, boolean spaceChinese, boolean stripAccents, boolean lowercase) {
    this.clean = clean;
    this.spaceChinese = spaceChinese;
    this.stripAccents = stripAccents;
    this.lowercase = lowercase;
    this.substitution = new Substitution(this::inContext, stripAccents);
  }

  static BertNormalizer of(JsonPart part) {
    part.only("type", "clean_text", "handle_chinese_chars", "strip_accents", "lowercase");
    boolean lowercase = part.flag("lowercase");
    return new BertNormalizer(
        part.flag("clean_text"),
        part.flag("handle_chinese_chars"),
        part.flag("strip_accents", lowercase),
        lowercase);
  }

  @Override
  public String normalize(String text) {
    String substituted = substitution.apply(text);
    return substituted == null ? inContext(text) : substituted;
  }

  @Override
  public boolean dropsStart(String text) {
    return DroppingNormalizer.dropsFirst(this, text);
  }

  private String inContext(String text) {
    StringBuilder out = new StringBuilder(text.length() + 16);
    text.codePoints().forEach(c -> cleanTo(c, out));
    String cleaned = out.toString();
    if (stripAccents) {
      out.setLength(0);
      Decompositions.normalize(cleaned, Form.NFD)
          .codePoints()
          .filter(c -> !CharClasses.isNonspacingMark(c))
          .forEach(out::appendCodePoint);
      cleaned = out.toString();
    }
    return lowercase ? lower(cleaned) : cleaned;
  }

  static String lower(String text) {
    StringBuilder lower = new StringBuilder(text.length());
    text.codePoints().forEach(c -> CharClasses.appendLower(c, lower));
    return lower.toString();
  }

  private void cleanTo(int c, StringBuilder out) {
    if (clean) {
      if (CharClasses.isDropped(c)) {
        return;
      }
      if (CharClasses.isWhitespace(c)) {
        out.append(' ');
        return;
      }
    }
    if (spaceChinese && isChinese(c)) {
      out.append(' ').appendCodePoint(c).append(' ');
    } else {
      out.appendCodePoint(c);
    }
  }

  private static boolean isChinese(int c) {
    return (c >= 0x4E00 && c <= 0x9FFF)
        || (c >= 0x3400 && c <= 0x4DBF)
        || (c >= 0x20000 && c <= 0x2A6DF)
        || (c >= 0x2A700 && c <= 0x2B73F)
        || (c >= 0x2B740 && c <= 0x2B81F)
        || (c >= 0x2B920 && c <= 0x2CEAF)
        || (c >= 0xF900 && c <= 0xFAFF)
        || (c >= 0x2F800 && c <= 0x2FA1F);
  }
}
