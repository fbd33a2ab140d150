package io.pelton.flink.operator;

import io.pelton.arrow.NullPolicy;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.flink.LengthPolicy;
import io.pelton.flink.Truncation;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.model.TextInputs;
import io.pelton.flink.model.TokenizerSpec;
import java.io.Serializable;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.annotation.Internal;

/**
 * A field whose text feeds a model as tokens. The field takes the place of the ids; a column beside
 * it has the types, and the mask comes from the lengths.
 *
 * @param field of strings
 * @param inputs that the tokens feed
 * @param maxLength the most tokens of a text, special ones included
 * @param longer {@link Truncation#FIRST} to cut longer texts, {@link Truncation#REFUSE} not to
 *     score them
 * @param nulls what becomes of texts that are null: {@link NullPolicy.DefaultText}, {@link
 *     NullPolicy.Drop}, or a failure
 * @param fixedLength to which all texts are padded, where the model takes nothing else; 0 where it
 *     takes any
 */
@Internal
public record TextSpec(
    String field,
    TokenizerSpec tokenizer,
    TextInputs inputs,
    int maxLength,
    Truncation longer,
    NullPolicy nulls,
    int fixedLength)
    implements Serializable {
  /** What most models of sentences were trained on. */
  public static final int DEFAULT_MAX_LENGTH = 512;

  /** Tokens that models put around each text. */
  private static final int LEAST_LENGTH = 3;

  /**
   * @throws InvalidSetting naming the setting and its rule
   */
  public TextSpec {
    InvalidSetting.named("tokenizer.column", field);
    if (maxLength < LEAST_LENGTH) {
      throw new InvalidSetting(
          "max-length",
          LEAST_LENGTH + " tokens or more",
          Integer.toString(maxLength),
          "give what the model was trained on, as its card says");
    }
    if (longer == Truncation.LAST) {
      throw new InvalidSetting(
          "truncation", "FIRST or REFUSE", longer.toString(), "the tokenizer says which end it is");
    }
    if (!suitsText(nulls)) {
      throw new InvalidSetting(
          "null-handling",
          "standard, fail, drop, or a default text for column '" + field + "'",
          nulls.toString(),
          "choose one of these");
    }
  }

  static boolean suitsText(NullPolicy nulls) {
    return nulls instanceof NullPolicy.Standard
        || nulls instanceof NullPolicy.Fail
        || nulls instanceof NullPolicy.Drop
        || nulls instanceof NullPolicy.DefaultText;
  }

  /** A text of a model whose inputs are not known yet. */
  public static TextSpec of(String field, TokenizerSpec tokenizer) {
    return new TextSpec(
        field,
        tokenizer,
        TextInputs.USUAL,
        DEFAULT_MAX_LENGTH,
        Truncation.FIRST,
        NullPolicy.standard(),
        0);
  }

  public TextSpec withInputs(TextInputs roles) {
    return new TextSpec(field, tokenizer, roles, maxLength, longer, nulls, fixedLength);
  }

  public TextSpec withMaxLength(int tokens, Truncation ofLonger) {
    return new TextSpec(field, tokenizer, inputs, tokens, ofLonger, nulls, fixedLength);
  }

  public TextSpec withNulls(NullPolicy policy) {
    return new TextSpec(field, tokenizer, inputs, maxLength, longer, policy, fixedLength);
  }

  public TextSpec withTokenizer(TokenizerSpec file) {
    return new TextSpec(field, file, inputs, maxLength, longer, nulls, fixedLength);
  }

  /**
   * The same for this model: with the names of its inputs, and no longer than it takes.
   *
   * @throws InvalidSetting for a model that does not take tokens, or fewer than {@link #maxLength}
   */
  public TextSpec on(List<Port> ports) {
    TextInputs found = inputs.of(ports);
    int longest = found.longest(ports, maxLength);
    if (longest < maxLength) {
      throw new InvalidSetting(
          "max-length",
          longest + " at most, as input '" + found.ids() + "' declares",
          Integer.toString(maxLength),
          "set it to " + longest + " or less");
    }
    return new TextSpec(
        field, tokenizer, found, maxLength, longer, nulls, found.fixedLength(ports));
  }

  /**
   * The same for a model that can't be read where the job is built, whose inputs are named.
   *
   * @throws InvalidSetting where they are not
   */
  TextSpec withoutModel() {
    if (inputs.ids().isEmpty()) {
      throw new InvalidSetting(
          "tokenizer.inputs",
          "the model's inputs by name, as the model can't be read here",
          "none",
          "name them, as ids=input_ids,mask=attention_mask, or make the model readable here");
    }
    return this;
  }

  /** The column that takes the types' place. */
  String types() {
    return field + "#types";
  }

  /** The column that takes the mask's place where texts have a fixed length. */
  String mask() {
    return field + "#mask";
  }

  /**
   * What feeds the model: the tokens, and for other inputs what others say. To be asked after
   * {@link #on}.
   */
  public InputRules rules(InputRules others) {
    Map<String, List<String>> fields = new LinkedHashMap<>(others.fields());
    Map<String, NullPolicy> nullsOf = new LinkedHashMap<>(others.nulls());
    NullPolicy left = nulls instanceof NullPolicy.Drop ? nulls : NullPolicy.fail();
    feed(inputs.ids(), field, left, fields, nullsOf);
    feed(inputs.types(), types(), left, fields, nullsOf);
    Set<String> masks = new HashSet<>(others.masks());
    if (fixedLength > 0) {
      feed(inputs.mask(), mask(), left, fields, nullsOf);
    } else if (!inputs.mask().isEmpty()) {
      fields.remove(inputs.mask());
      masks.add(inputs.mask());
    }
    return new InputRules(fields, nullsOf, others.otherNulls(), masks);
  }

  private static void feed(
      String input,
      String column,
      NullPolicy left,
      Map<String, List<String>> fields,
      Map<String, NullPolicy> nulls) {
    if (!input.isEmpty()) {
      fields.put(input, List.of(column));
      nulls.put(input, left);
    }
  }

  /**
   * How texts of several lengths are scored together. To be asked after {@link #on}.
   *
   * @param padId of the tokenizer
   */
  public LengthPolicy lengths(LengthPolicy policy, long padId) {
    if (fixedLength > 0) {
      return policy;
    }
    LengthPolicy masked =
        inputs.mask().isEmpty() || policy.masks().contains(inputs.mask())
            ? policy
            : policy.withMask(inputs.mask());
    return masked.pads().containsKey(inputs.ids()) ? masked : masked.withPad(inputs.ids(), padId);
  }
}
