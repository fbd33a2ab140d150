package io.pelton.flink.text;

import io.pelton.flink.error.InvalidTokenizer;
import java.util.Map;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;

/** The part {@code model} of a file whose type is {@code BPE}. */
final class BpeFile {
  private final JsonPart json;
  private final Map<String, Integer> vocabulary;
  private final MergeTable merges;

  /**
   * Reads it.
   *
   * @throws InvalidTokenizer when something is missing, or a merge names what is no token
   */
  BpeFile(JsonPart json) {
    this.json = json;
    json.only(
        "type",
        "dropout",
        "unk_token",
        "continuing_subword_prefix",
        "end_of_word_suffix",
        "fuse_unk",
        "byte_fallback",
        "ignore_merges",
        "vocab",
        "merges");
    JsonPart dropout = json.find("dropout");
    if (dropout != null && dropout.node().asDouble(1) != 0) {
      throw dropout.unsupported(
          JsonPart.shorten(dropout.node().toString()),
          "null or 0",
          "set it to null, dropout is for training");
    }
    this.vocabulary = Vocabulary.of(json.get("vocab"));
    this.merges = readMerges(json.get("merges"));
  }

  Map<String, Integer> vocabulary() {
    return vocabulary;
  }

  MergeTable merges() {
    return merges;
  }

  /** The text of the token for unknown characters, or null where these are left out. */
  String unknown() {
    JsonPart token = json.find("unk_token");
    return token == null ? null : token.text();
  }

  boolean fusesUnknown() {
    return json.flag("fuse_unk", false);
  }

  boolean ignoresMerges() {
    return json.flag("ignore_merges", false);
  }

  /** What every character but the first begins with. */
  String prefix() {
    return affix("continuing_subword_prefix");
  }

  /** What the last character ends with. */
  String suffix() {
    return affix("end_of_word_suffix");
  }

  /**
   * The tokens of the bytes from 0 to 255, each -1 where there is none; null when not asked for.
   */
  int[] bytes() {
    if (!json.flag("byte_fallback", false)) {
      return null;
    }
    int[] bytes = new int[256];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = vocabulary.getOrDefault(Utf8.tokenOf(i), -1);
    }
    return bytes;
  }

  private String affix(String key) {
    JsonPart affix = json.find(key);
    return affix == null ? "" : affix.text();
  }

  private MergeTable readMerges(JsonPart list) {
    JsonNode node = list.node();
    if (!node.isArray()) {
      throw list.wrong("a list");
    }
    MergeTable table = new MergeTable(node.size());
    int prefixLength = prefix().length();
    int rank = 0;
    for (int i = 0; i < node.size(); i++) {
      if (node.get(i).isTextual() && node.get(i).textValue().startsWith("#version")) {
        continue;
      }
      JsonPart merge = new JsonPart(node.get(i), list.place() + "[" + i + "]");
      String[] pair = pair(merge, node.get(0).isArray());
      if (!pair[1].startsWith(prefix())) {
        throw merge.wrong("a second token that begins with \"" + prefix() + "\"");
      }
      String merged = pair[0] + pair[1].substring(prefixLength);
      table.put(id(merge, pair[0]), id(merge, pair[1]), rank++, id(merge, merged));
    }
    return table;
  }

  private int id(JsonPart merge, String token) {
    Integer id = vocabulary.get(token);
    if (id == null) {
      throw new InvalidTokenizer(
          merge.place(), "tokens of model.vocab", "\"" + JsonPart.shorten(token) + "\"");
    }
    return id;
  }

  /** Both tokens of a merge, which older files write as one text with a space between. */
  private static String[] pair(JsonPart merge, boolean isList) {
    JsonNode node = merge.node();
    if (!isList && node.isTextual()) {
      String[] pair = node.textValue().split(" ", -1);
      if (pair.length == 2) {
        return pair;
      }
    }
    if (isList
        && node.isArray()
        && node.size() == 2
        && node.get(0).isTextual()
        && node.get(1).isTextual()) {
      return new String[] {node.get(0).textValue(), node.get(1).textValue()};
    }
    throw merge.wrong("two tokens, as a list or as a text with one space, all merges alike");
  }
}
