package io.pelton.flink.text;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonProcessingException;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.DeserializationFeature;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/** Writes a {@code tokenizer.json}. */
final class TokenizerJson {
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .setNodeFactory(new JsonNodeFactory(true));

  private final ObjectNode file = JSON.createObjectNode();

  TokenizerJson() {
    file.put("version", "1.0").putNull("truncation").putNull("padding");
    file.putArray("added_tokens");
    for (String part : List.of("normalizer", "pre_tokenizer", "post_processor", "decoder")) {
      file.putNull(part);
    }
  }

  /** A part as JSON in which single quotes are double ones. */
  TokenizerJson part(String name, String json) {
    return rawPart(name, json.replace('\'', '"'));
  }

  TokenizerJson rawPart(String name, String json) {
    try {
      file.set(name, JSON.readTree(json));
    } catch (JsonProcessingException e) {
      throw new AssertionError(name, e);
    }
    return this;
  }

  TokenizerJson added(int id, String content, boolean isSpecial, boolean stripsLeft) {
    ((ArrayNode) file.get("added_tokens"))
        .addObject()
        .put("id", id)
        .put("content", content)
        .put("single_word", false)
        .put("lstrip", stripsLeft)
        .put("rstrip", false)
        .put("normalized", false)
        .put("special", isSpecial);
    return this;
  }

  /** A model of byte pair encoding; what is further in it comes as JSON. */
  TokenizerJson bpe(Set<String> tokens, List<List<String>> merges, boolean asTexts, String more) {
    part("model", "{'type':'BPE'," + more + "}");
    ObjectNode model = (ObjectNode) file.get("model");
    ObjectNode vocab = model.putObject("vocab");
    Set<String> all = new LinkedHashSet<>(tokens);
    all.forEach(token -> vocab.put(token, vocab.size()));
    ArrayNode list = model.putArray("merges");
    for (List<String> merge : merges) {
      if (asTexts) {
        list.add(merge.get(0) + " " + merge.get(1));
      } else {
        list.addArray().add(merge.get(0)).add(merge.get(1));
      }
    }
    return this;
  }

  /** A Unigram model; the first token is the unknown one. */
  TokenizerJson unigram(Map<String, Double> scores, boolean hasBytes) {
    ObjectNode model = JSON.createObjectNode();
    model.put("type", "Unigram").put("unk_id", 0);
    ArrayNode vocab = model.putArray("vocab");
    scores.forEach((token, score) -> vocab.addArray().add(token).add(score));
    model.put("byte_fallback", hasBytes);
    file.set("model", model);
    return this;
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
