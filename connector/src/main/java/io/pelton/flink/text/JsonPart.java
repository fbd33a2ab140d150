package io.pelton.flink.text;

import io.pelton.flink.error.InvalidTokenizer;
import io.pelton.flink.error.UnsupportedTokenizer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;

/** A node of a {@code tokenizer.json} that knows its place in it, for errors that name it. */
final class JsonPart {
  private final JsonNode node;
  private final String place;

  JsonPart(JsonNode node, String place) {
    this.node = node;
    this.place = place;
  }

  JsonNode node() {
    return node;
  }

  /** Such as {@code pre_tokenizer.pretokenizers[1]}. */
  String place() {
    return place;
  }

  /** Refuses keys whose meaning is not known. */
  JsonPart only(String... keys) {
    List<String> known = List.of(keys);
    for (Iterator<String> names = object().fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!known.contains(name)) {
        throw new UnsupportedTokenizer(
            place("key \"" + shorten(name) + "\""),
            String.join(", ", keys),
            "save the tokenizer without it");
      }
    }
    return this;
  }

  /** The value of a key, which must be there. */
  JsonPart get(String key) {
    JsonPart value = find(key);
    if (value == null) {
      throw new InvalidTokenizer(child(key), "a value", "none");
    }
    return value;
  }

  /** The value of a key, or null where there is none or it is null. */
  JsonPart find(String key) {
    JsonNode value = object().get(key);
    return value == null || value.isNull() ? null : new JsonPart(value, child(key));
  }

  List<JsonPart> list(String key) {
    JsonPart value = get(key);
    if (!value.node.isArray()) {
      throw value.wrong("a list");
    }
    List<JsonPart> items = new ArrayList<>();
    for (int i = 0; i < value.node.size(); i++) {
      items.add(new JsonPart(value.node.get(i), value.place + "[" + i + "]"));
    }
    return items;
  }

  String text(String key) {
    return get(key).text();
  }

  /** This node as a text without halves of surrogate pairs. */
  String text() {
    if (!node.isTextual() || !WellFormed.is(node.textValue())) {
      throw wrong("a text");
    }
    return node.textValue();
  }

  boolean flag(String key) {
    JsonPart value = get(key);
    if (!value.node.isBoolean()) {
      throw value.wrong("true or false");
    }
    return value.node.booleanValue();
  }

  boolean flag(String key, boolean ifAbsent) {
    return find(key) == null ? ifAbsent : flag(key);
  }

  /** This node as an id or a count: a whole number from 0 that fits an int. */
  int number() {
    if (!node.isIntegralNumber() || !node.canConvertToInt() || node.intValue() < 0) {
      throw wrong("a whole number from 0 to " + Integer.MAX_VALUE);
    }
    return node.intValue();
  }

  /** The value of {@code type}. */
  String type() {
    return text("type");
  }

  InvalidTokenizer wrong(String expected) {
    String found = node.isContainerNode() ? node.getNodeType().toString() : node.toString();
    return new InvalidTokenizer(place, expected, shorten(found));
  }

  /** Something at this place is not implemented. */
  UnsupportedTokenizer unsupported(String what, String supported, String remedy) {
    return new UnsupportedTokenizer(place(what), supported, remedy);
  }

  private String place(String what) {
    return place.isEmpty() ? what : place + " " + what;
  }

  private JsonNode object() {
    if (!node.isObject()) {
      throw wrong("an object");
    }
    return node;
  }

  private String child(String key) {
    return place.isEmpty() ? key : place + "." + shorten(key);
  }

  static String shorten(String text) {
    return text.length() <= 60 ? text : text.substring(0, 60) + "…";
  }
}
