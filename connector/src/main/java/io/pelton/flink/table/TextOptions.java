package io.pelton.flink.table;

import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.flink.Truncation;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.model.OutputHead;
import io.pelton.flink.model.TextInputs;
import io.pelton.flink.model.TokenizerSpec;
import io.pelton.flink.operator.TextEncoding;
import io.pelton.flink.operator.TextSpec;
import io.pelton.flink.table.schema.Declaration;
import io.pelton.flink.table.schema.NameMapping;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;

/** What options say of models that take texts. */
final class TextOptions {
  private static final Set<String> ROLES = Set.of("ids", "mask", "types");

  private static final String COLUMN = "text";

  private TextOptions() {}

  /**
   * What the model's output goes through.
   *
   * @throws InvalidSetting naming the option and its rule
   */
  static OutputHead head(OptionReader options) {
    return new OutputHead(
        options.get(PeltonModelOptions.POOLING),
        options.get(PeltonModelOptions.NORMALIZE),
        inputs(options));
  }

  /**
   * The text for this model; empty where there is no tokenizer.
   *
   * @param session has the files of the distributed cache
   * @throws InvalidSetting naming the option and its rule
   */
  static Optional<TextSpec> text(
      OptionReader options, Declaration declaration, ReadableConfig session) {
    Optional<String> tokenizer = options.text(PeltonModelOptions.TOKENIZER);
    if (tokenizer.isEmpty()) {
      checkAbsent(options, PeltonModelOptions.TOKENIZER_COLUMN);
      return Optional.empty();
    }
    TokenizerSpec file =
        new TokenizerSpec(
            ModelReference.location(tokenizer.get(), PeltonModelOptions.TOKENIZER, session), null);
    String column =
        options.text(PeltonModelOptions.TOKENIZER_COLUMN).orElseGet(() -> column(declaration));
    try {
      TextSpec text =
          TextSpec.of(column, file)
              .withInputs(inputs(options))
              .withNulls(NullRules.ofText(options));
      new TextEncoding(declaration.columns(), text).checkColumn();
      return Optional.of(lengths(text, options, declaration.inputs()).on(declaration.inputs()));
    } catch (InvalidSetting e) {
      throw PredictPlanner.inSql(e);
    }
  }

  /**
   * The inputs that the tokens of a text feed; empty where there is no tokenizer.
   *
   * @throws InvalidSetting naming the option and its rule
   */
  static Optional<TextInputs> tokens(OptionReader options, List<Port> ports) {
    if (options.text(PeltonModelOptions.TOKENIZER).isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(inputs(options).of(ports));
    } catch (InvalidSetting e) {
      throw PredictPlanner.inSql(e);
    }
  }

  private static TextSpec lengths(TextSpec text, OptionReader options, List<Port> inputs) {
    int most =
        options
            .find(PeltonModelOptions.MAX_LENGTH)
            .orElseGet(() -> text.inputs().of(inputs).longest(inputs, TextSpec.DEFAULT_MAX_LENGTH));
    return text.withMaxLength(
        most, options.find(PeltonModelOptions.TRUNCATION).orElse(Truncation.FIRST));
  }

  private static void checkAbsent(OptionReader options, ConfigOption<String> option) {
    if (options.isGiven(option)) {
      throw new InvalidSetting(
          OptionReader.named(option),
          "'tokenizer' beside it",
          "nothing",
          "give the model's tokenizer.json, or leave it out");
    }
  }

  private static String column(Declaration declaration) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < declaration.columns().getFieldCount(); i++) {
      LogicalType type = declaration.columns().getTypeAt(i);
      if (type.isAnyOf(LogicalTypeRoot.CHAR, LogicalTypeRoot.VARCHAR)) {
        texts.add(declaration.columns().getFieldNames().get(i));
      }
    }
    if (texts.size() != 1) {
      throw new InvalidSetting(
          OptionReader.named(PeltonModelOptions.TOKENIZER),
          "one column of STRING in INPUT",
          texts.isEmpty() ? "none in " + declaration.columns().asSummaryString() : texts.toString(),
          "declare it, or name it with " + OptionReader.named(PeltonModelOptions.TOKENIZER_COLUMN));
    }
    return texts.get(0);
  }

  /** What stands for the text among a model's inputs. */
  static Port port(OptionReader options) {
    Shape rows = Shape.of(Extent.symbolic(new SymbolId("N")));
    return new Port(
        options.text(PeltonModelOptions.TOKENIZER_COLUMN).orElse(COLUMN),
        ValueType.tensor(DType.STRING, rows));
  }

  static TextInputs inputs(OptionReader options) {
    ConfigOption<String> option = PeltonModelOptions.TOKENIZER_INPUTS;
    Map<String, List<String>> given =
        options.text(option).map(text -> NameMapping.parse(option.key(), text)).orElseGet(Map::of);
    given.forEach(
        (role, inputs) -> {
          if (!ROLES.contains(role) || inputs.size() != 1) {
            throw new InvalidSetting(
                OptionReader.named(option),
                "an input for each of some of 'ids', 'mask' and 'types'",
                "'" + role + " = " + String.join(", ", inputs) + "'",
                "correct it, as 'ids = words; mask = valid'");
          }
        });
    return new TextInputs(name(given, "ids"), name(given, "mask"), name(given, "types"));
  }

  private static String name(Map<String, List<String>> given, String role) {
    return given.getOrDefault(role, List.of("")).get(0);
  }
}
