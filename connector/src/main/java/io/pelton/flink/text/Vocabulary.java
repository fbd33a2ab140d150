package io.pelton.flink.text;

import io.pelton.flink.error.InvalidTokenizer;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;

/** Reads what maps tokens to ids. */
final class Vocabulary {
  private Vocabulary() {}

  /** An object whose values are ids, as in {@code model.vocab}. */
  static Map<String, Integer> of(JsonPart part) {
    JsonNode node = part.node();
    if (!node.isObject()) {
      throw part.wrong("an object of tokens and ids");
    }
    Map<String, Integer> ids = new HashMap<>(2 * node.size());
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      String place = part.place() + "[\"" + JsonPart.shorten(entry.getKey()) + "\"]";
      if (!WellFormed.is(entry.getKey())) {
        throw new InvalidTokenizer(place, "a token of whole characters", "half a surrogate pair");
      }
      ids.put(entry.getKey(), new JsonPart(entry.getValue(), place).number());
    }
    return ids;
  }
}
