package io.pelton.flink.text;

import io.pelton.flink.error.InvalidTokenizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The tokens that a model expects around a text.
 *
 * @param before their ids before the text
 * @param beforeTypes as many
 * @param type of the text's own tokens
 * @param after their ids after the text
 * @param afterTypes as many
 */
@SuppressWarnings("ArrayRecordComponent")
record Template(long[] before, long[] beforeTypes, int type, long[] after, long[] afterTypes) {
  private static final String SUPPORTED =
      "TemplateProcessing, BertProcessing, RobertaProcessing, ByteLevel, Sequence";

  /** A text without any. */
  static final Template PLAIN = new Template(new long[0], new long[0], 0, new long[0], new long[0]);

  /** The file's {@code post_processor}. */
  static Template of(JsonPart part) {
    String type = part.type();
    return switch (type) {
      case "TemplateProcessing" -> template(part.only("type", "single", "pair", "special_tokens"));
      case "BertProcessing" -> pair(part.only("type", "sep", "cls"));
      case "RobertaProcessing" ->
          pair(part.only("type", "sep", "cls", "trim_offsets", "add_prefix_space"));
      case "ByteLevel" -> {
        part.only("type", "add_prefix_space", "trim_offsets", "use_regex");
        yield PLAIN;
      }
      case "Sequence" -> sequence(part.only("type", "processors"));
      default ->
          throw part.unsupported(
              "type \"" + JsonPart.shorten(type) + "\"", SUPPORTED, "save it with one of these");
    };
  }

  /** How many tokens are around the text. */
  int added() {
    return before.length + after.length;
  }

  /**
   * The text's tokens with those around them.
   *
   * @param maxLength of all of them together, at least {@link #added()}
   * @param keepsEnd whether the first rather than the last tokens of a long text are left out
   */
  Tokens wrap(IdList text, int maxLength, boolean keepsEnd) {
    int kept = Math.min(text.size(), maxLength - added());
    long[] ids = new long[kept + added()];
    long[] types = new long[ids.length];
    System.arraycopy(before, 0, ids, 0, before.length);
    System.arraycopy(beforeTypes, 0, types, 0, before.length);
    text.copy(keepsEnd ? text.size() - kept : 0, ids, before.length, kept);
    if (type != 0) {
      Arrays.fill(types, before.length, before.length + kept, type);
    }
    System.arraycopy(after, 0, ids, before.length + kept, after.length);
    System.arraycopy(afterTypes, 0, types, before.length + kept, after.length);
    return new Tokens(ids, types);
  }

  private static Template template(JsonPart part) {
    IdList before = new IdList();
    IdList beforeTypes = new IdList();
    IdList after = new IdList();
    IdList afterTypes = new IdList();
    int type = -1;
    for (JsonPart piece : part.list("single")) {
      piece.only("SpecialToken", "Sequence");
      JsonPart sequence = piece.find("Sequence");
      if (sequence != null) {
        if (type >= 0 || !sequence.only("id", "type_id").text("id").equals("A")) {
          throw part.get("single")
              .unsupported(
                  "with other than one text", "one Sequence A", "save it with such a template");
        }
        type = sequence.get("type_id").number();
        continue;
      }
      JsonPart token = piece.get("SpecialToken").only("id", "type_id");
      int tokenType = token.get("type_id").number();
      JsonPart ids = part.get("special_tokens").find(token.text("id"));
      if (ids == null) {
        throw new InvalidTokenizer(
            token.place(), "a token of special_tokens", "\"" + token.text("id") + "\"");
      }
      for (JsonPart id : ids.only("id", "ids", "tokens").list("ids")) {
        (type < 0 ? before : after).add(id.number());
        (type < 0 ? beforeTypes : afterTypes).add(tokenType);
      }
    }
    if (type < 0) {
      throw new InvalidTokenizer(part.place() + ".single", "a Sequence A", "none");
    }
    return new Template(
        before.toArray(), beforeTypes.toArray(), type, after.toArray(), afterTypes.toArray());
  }

  private static Template pair(JsonPart part) {
    return new Template(
        new long[] {second(part, "cls")},
        new long[1],
        0,
        new long[] {second(part, "sep")},
        new long[1]);
  }

  /** The id of a token that is written as a list of text and id. */
  private static int second(JsonPart part, String key) {
    List<JsonPart> items = part.list(key);
    if (items.size() != 2) {
      throw part.get(key).wrong("a text and an id");
    }
    return items.get(1).number();
  }

  private static Template sequence(JsonPart part) {
    List<Template> adding = new ArrayList<>();
    for (JsonPart item : part.list("processors")) {
      Template template = of(item);
      if (template.added() > 0 || template.type() != 0) {
        adding.add(template);
      }
    }
    if (adding.size() > 1) {
      throw part.unsupported(
          "with several parts that add tokens", "one such part", "save it with one of them");
    }
    return adding.isEmpty() ? PLAIN : adding.get(0);
  }
}
