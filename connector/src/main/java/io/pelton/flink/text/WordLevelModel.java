package io.pelton.flink.text;

import io.pelton.flink.error.InvalidTokenizer;
import java.util.Map;

/** A word is one token, or the unknown one. */
final class WordLevelModel implements SubwordModel {
  private final Map<String, Integer> vocab;
  private final int unknown;

  private WordLevelModel(Map<String, Integer> vocab, int unknown) {
    this.vocab = vocab;
    this.unknown = unknown;
  }

  static WordLevelModel of(JsonPart part) {
    part.only("type", "vocab", "unk_token");
    String unknown = part.text("unk_token");
    Map<String, Integer> vocab = Vocabulary.of(part.get("vocab"));
    Integer unknownId = vocab.get(unknown);
    if (unknownId == null) {
      throw new InvalidTokenizer(
          part.place() + ".vocab", "the unk_token \"" + JsonPart.shorten(unknown) + "\"", "none");
    }
    return new WordLevelModel(vocab, unknownId);
  }

  @Override
  public void tokenize(String piece, IdList ids) {
    ids.add(vocab.getOrDefault(piece, unknown));
  }

  @Override
  public int id(String token) {
    return vocab.getOrDefault(token, -1);
  }

  @Override
  public int size() {
    return vocab.size();
  }
}
