package io.pelton.flink.text;

import io.pelton.flink.error.InvalidTokenizer;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;

/** The part {@code model} of a file whose type is {@code Unigram}. */
final class UnigramFile {
  private UnigramFile() {}

  /**
   * Reads it.
   *
   * @throws InvalidTokenizer when a token has no text or score, or an id is of no token
   */
  static UnigramModel read(JsonPart json) {
    json.only("type", "unk_id", "vocab", "byte_fallback");
    JsonPart vocab = json.get("vocab");
    if (!vocab.node().isArray()) {
      throw vocab.wrong("a list");
    }
    int size = vocab.node().size();
    Trie tokens = new Trie();
    double[] scores = new double[size];
    for (int i = 0; i < size; i++) {
      JsonPart entry = new JsonPart(vocab.node().get(i), vocab.place() + "[" + i + "]");
      JsonNode pair = entry.node();
      if (!pair.isArray() || pair.size() != 2 || !pair.get(1).isNumber()) {
        throw entry.wrong("a token and its score");
      }
      tokens.put(new JsonPart(pair.get(0), entry.place() + "[0]").text(), i);
      scores[i] = JsonScore.of(new JsonPart(pair.get(1), entry.place() + "[1]"));
    }
    JsonPart unknown = json.find("unk_id");
    int unknownId = unknown == null ? -1 : unknown.number();
    if (unknownId >= size) {
      throw unknown.wrong("the id of one of " + size + " tokens");
    }
    int[] bytes = json.flag("byte_fallback", false) ? bytes(tokens) : null;
    return new UnigramModel(tokens, scores, unknownId, bytes);
  }

  private static int[] bytes(Trie tokens) {
    int[] bytes = new int[256];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = tokens.find(Utf8.tokenOf(i));
    }
    return bytes;
  }
}
