package io.pelton.flink.text;

import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;

/** Scores as they are in a JSON file. */
final class JsonScore {
  private JsonScore() {}

  static double of(JsonPart json) {
    JsonNode node = json.node();
    double score = node.doubleValue();
    if (!node.isNumber() || !Double.isFinite(score)) {
      throw json.wrong("a finite number");
    }
    return score;
  }
}
