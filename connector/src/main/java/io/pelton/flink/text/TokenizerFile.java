package io.pelton.flink.text;

import io.pelton.flink.error.InvalidTokenizer;
import io.pelton.flink.error.UnsupportedTokenizer;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonFactory;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonFactoryBuilder;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonProcessingException;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.DeserializationFeature;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.cfg.JsonNodeFeature;

/**
 * Reads {@code tokenizer.json}, the file in which Hugging Face's library keeps a tokenizer.
 *
 * <p>A tokenizer that is read gives the ids that the library gives in version 0.21 for the same
 * file, with the special tokens that its post-processor adds to one text. What the file says of
 * lengths is left to the caller, except the side on which long texts are cut. What is not
 * implemented is refused, never skipped.
 *
 * <p>Characters are what they are for the library, whatever Unicode version the JVM has. What is
 * left: in regular expressions, marks, punctuation and symbols that are newer than Unicode 13 have
 * their main category only ({@code \p{M}}, not {@code \p{Mn}}), and characters newer than Unicode
 * 16 are what the JVM takes them for; so are, everywhere, capital letters newer than Unicode 17.
 * Halves of surrogate pairs, which the library can't be given, count as U+FFFD.
 */
@PublicEvolving
public final class TokenizerFile {
  /**
   * Keeps no table of names: the tokens of a vocabulary are names, each of them once. Keeps all
   * digits of numbers.
   */
  private static final ObjectMapper JSON =
      new ObjectMapper(
              new JsonFactoryBuilder()
                  .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                  .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .configure(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES, false);

  private TokenizerFile() {}

  /**
   * The tokenizer that a file describes.
   *
   * @param json the file's bytes, in UTF-8; not kept
   * @throws InvalidTokenizer when this is not such a file, with the place that is wrong
   * @throws UnsupportedTokenizer when a part is not implemented, with its name
   */
  public static Tokenizer read(byte[] json) {
    JsonPart file = new JsonPart(parse(json), "");
    file.only(
        "version",
        "truncation",
        "padding",
        "added_tokens",
        "normalizer",
        "pre_tokenizer",
        "post_processor",
        "decoder",
        "model");
    JsonPart version = file.find("version");
    if (version != null && !version.text().equals("1.0")) {
      throw file.unsupported(
          "version \"" + JsonPart.shorten(version.text()) + "\"", "1.0", "save it as version 1.0");
    }
    SubwordModel model = Models.of(file.get("model"));
    JsonPart normalizing = file.find("normalizer");
    JsonPart cutting = file.find("pre_tokenizer");
    JsonPart wrapping = file.find("post_processor");
    Normalizer normalizer = normalizing == null ? null : Normalizers.of(normalizing);
    AddedTokens added = AddedTokens.of(file, model, normalizer);
    return new TextTokenizer(
        added,
        normalizer,
        cutting == null ? null : PreTokenizers.of(cutting),
        model,
        wrapping == null ? Template.PLAIN : Template.of(wrapping),
        keepsEnd(file),
        padId(file, added));
  }

  static JsonNode parse(byte[] json) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json)).toString();
      JsonNode node = JSON.readTree(text);
      if (node == null || node.isMissingNode()) {
        throw new InvalidTokenizer("its beginning", "a JSON object", "nothing");
      }
      return node;
    } catch (CharacterCodingException e) {
      throw new InvalidTokenizer("its text", "UTF-8", "other bytes", e);
    } catch (JsonProcessingException e) {
      String place = e.getLocation() == null ? "its text" : "line " + e.getLocation().getLineNr();
      throw new InvalidTokenizer(place, "JSON", JsonPart.shorten(e.getOriginalMessage()), e);
    }
  }

  /** Whether long texts lose their beginning rather than their end. */
  private static boolean keepsEnd(JsonPart file) {
    JsonPart truncation = file.find("truncation");
    if (truncation == null) {
      return false;
    }
    truncation.only("direction", "max_length", "strategy", "stride");
    String strategy = truncation.text("strategy");
    if (!strategy.equals("LongestFirst") && !strategy.equals("OnlyFirst")) {
      throw truncation.unsupported(
          "strategy \"" + JsonPart.shorten(strategy) + "\"",
          "LongestFirst, OnlyFirst",
          "save the tokenizer with one of these");
    }
    JsonPart direction = truncation.find("direction");
    if (direction == null || direction.text().equals("Right")) {
      return false;
    }
    if (!direction.text().equals("Left")) {
      throw direction.wrong("Left or Right");
    }
    return true;
  }

  private static long padId(JsonPart file, AddedTokens added) {
    JsonPart padding = file.find("padding");
    if (padding != null && padding.find("pad_id") != null) {
      return padding.get("pad_id").number();
    }
    for (String name : new String[] {"[PAD]", "<pad>"}) {
      int id = added.id(name);
      if (id >= 0) {
        return id;
      }
    }
    return 0;
  }
}
