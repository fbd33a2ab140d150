package io.pelton.flink.text;

/** The file's {@code model} by its type. */
final class Models {
  private static final String SUPPORTED = "WordPiece, WordLevel, BPE, Unigram";

  private Models() {}

  static SubwordModel of(JsonPart part) {
    String type = type(part);
    return switch (type) {
      case "WordPiece" -> WordPieceModel.of(part);
      case "WordLevel" -> WordLevelModel.of(part);
      case "BPE" -> BpeModel.of(part);
      case "Unigram" -> UnigramModel.of(part);
      default ->
          throw part.unsupported(
              "type \"" + JsonPart.shorten(type) + "\"",
              SUPPORTED,
              "use a model with one of these");
    };
  }

  /** Old files say no type: it shows in the keys. */
  private static String type(JsonPart part) {
    if (part.find("type") != null) {
      return part.type();
    }
    if (part.find("merges") != null) {
      return "BPE";
    }
    if (part.get("vocab").node().isArray()) {
      return "Unigram";
    }
    return part.find("continuing_subword_prefix") != null ? "WordPiece" : "WordLevel";
  }
}
