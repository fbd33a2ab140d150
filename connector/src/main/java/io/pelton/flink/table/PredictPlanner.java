package io.pelton.flink.table;

import io.pelton.arrow.ArrowBridgeException;
import io.pelton.engine.error.PeltonException;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.flink.ErrorPolicy;
import io.pelton.flink.LengthPolicy;
import io.pelton.flink.error.ColumnMismatch;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.error.UnsupportedField;
import io.pelton.flink.error.UnsupportedOutput;
import io.pelton.flink.model.ModelDescription;
import io.pelton.flink.model.ModelSpec;
import io.pelton.flink.model.TextInputs;
import io.pelton.flink.operator.InputRules;
import io.pelton.flink.operator.LengthRules;
import io.pelton.flink.operator.OutputRules;
import io.pelton.flink.operator.ScoringSpec;
import io.pelton.flink.operator.TextScoring;
import io.pelton.flink.operator.TextSpec;
import io.pelton.flink.table.predict.PredictSpec;
import io.pelton.flink.table.predict.ResultColumn;
import io.pelton.flink.table.predict.ResultColumns;
import io.pelton.flink.table.schema.Declaration;
import io.pelton.flink.table.schema.InferredSchema;
import io.pelton.flink.table.schema.InputColumns;
import io.pelton.flink.table.schema.NameMapping;
import io.pelton.flink.table.schema.OutputColumns;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.annotation.Internal;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.types.logical.RowType;

/** Plans predictions of one model: reads it, and holds options and columns against it. */
@Internal
public final class PredictPlanner {
  private static final int MOST_WORKERS = 256;

  private final ModelSpec model;
  private final ModelDescription description;
  private final Map<String, String> options;
  private final ReadableConfig session;
  private final ClassLoader loader;

  private PredictPlanner(
      ModelSpec model,
      ModelDescription description,
      Map<String, String> options,
      ReadableConfig session,
      ClassLoader loader) {
    this.model = model;
    this.description = description;
    this.options = options;
    this.session = session;
    this.loader = loader;
  }

  /**
   * Reads the model.
   *
   * @param name for messages and metrics
   * @param options of the model
   * @param session has the files of the distributed cache
   * @param loader of resources
   * @throws InvalidSetting naming the option and its rule
   * @throws PeltonException when the model can't be read or imported
   */
  public static PredictPlanner of(
      String name, Map<String, String> options, ReadableConfig session, ClassLoader loader) {
    Map<String, String> own = new HashMap<>(options);
    own.remove(FactoryUtil.PROVIDER.key());
    own.remove(FactoryUtil.PROPERTY_VERSION.key());
    checkKnown(own.keySet());
    OptionReader reader = new OptionReader(own);
    ModelSpec spec = ModelReference.spec(name, reader, session);
    ModelDescription description;
    try {
      description = ModelReference.read(spec, reader, loader);
    } catch (InvalidSetting e) {
      throw inSql(e);
    }
    return new PredictPlanner(
        spec.withSha256(description.sha256()), description, own, session, loader);
  }

  private static void checkKnown(Iterable<String> keys) {
    for (String key : keys) {
      if (ModelOption.of(key).isEmpty()) {
        TreeSet<String> known = ModelOption.keys(false);
        throw new InvalidSetting(
            "'" + key + "'", "one of " + known, "an unknown option", "correct or remove it");
      }
    }
  }

  /** The model's, for messages. */
  String name() {
    return model.name();
  }

  /** What the model says of itself. */
  public ModelDescription description() {
    return description;
  }

  /**
   * The columns that the model asks for with its options: a text, which comes first, is in the
   * place of its tokens, and inputs that are made take none.
   *
   * @throws InvalidSetting naming the option and its rule
   */
  public InferredSchema schema() {
    OptionReader reader = new OptionReader(options);
    Optional<TextInputs> tokens = TextOptions.tokens(reader, description.inputs());
    Set<String> made = new HashSet<>(BatchRules.lengths(reader, tokens.isPresent()).masks());
    tokens.ifPresent(each -> made.addAll(each.names()));
    List<Port> fed = new ArrayList<>();
    if (tokens.isPresent()) {
      fed.add(TextOptions.port(reader));
    }
    description.inputs().stream().filter(port -> !made.contains(port.name())).forEach(fed::add);
    return InferredSchema.of(fed, description.outputs());
  }

  /** The most rows that are scored together, where nothing but options and model bounds them. */
  int rows(Map<String, String> given) {
    return BatchRules.rows(new OptionReader(given), description.inputs());
  }

  /** The options of the model. */
  Map<String, String> options() {
    return options;
  }

  /**
   * Plans predictions with the model's own options.
   *
   * @see #plan(RowType, RowType, Map, int)
   */
  public PredictSpec plan(RowType columns, RowType results, int capacity) {
    return plan(columns, results, options, capacity);
  }

  /**
   * Plans predictions.
   *
   * @param columns names and types of what the model is called with
   * @param results names and types of the columns that it adds
   * @param given the model's options, with those of a query in their place
   * @param capacity rows that may be under way at a time; batches have no more
   * @throws InvalidSetting naming the option and its rule
   * @throws io.pelton.flink.error.DeclarationMismatch for columns that don't suit the model
   */
  public PredictSpec plan(
      RowType columns, RowType results, Map<String, String> given, int capacity) {
    OptionReader reader = new OptionReader(given);
    Declaration declaration =
        new Declaration(
            model.name(), columns, results, description.inputs(), description.outputs());
    Optional<TextSpec> text = TextOptions.text(reader, declaration, session);
    LengthPolicy lengths = BatchRules.lengths(reader, text.isPresent());
    InputRules inputs = inputs(reader, declaration, lengths, text);
    List<ResultColumn> outputs = outputs(reader, declaration);
    int rows = Math.min(capacity, BatchRules.rows(reader, description.inputs()));
    ErrorHandling errors = reader.get(PeltonModelOptions.ERROR_HANDLING);
    ScoringSpec<RowData> scoring =
        new ScoringSpec<>(
            ModelReference.loadedAs(model, reader),
            inputs,
            new OutputRules(names(outputs)),
            BatchRules.batch(reader, rows),
            lengths,
            errors == ErrorHandling.FAIL ? ErrorPolicy.fail() : ErrorPolicy.skip(),
            reader.size(PeltonModelOptions.MEMORY_LIMIT).orElseThrow().getBytes(),
            reader.get(PeltonModelOptions.ALLOW_ROW_MIXING) || rows == 1);
    int workers = reader.between(PeltonModelOptions.EXECUTION_WORKERS, 0, MOST_WORKERS);
    Optional<TextScoring<RowData>> tokens = text.map(each -> tokens(scoring, each));
    PredictSpec spec =
        new PredictSpec(
            tokens.map(TextScoring::spec).orElse(scoring),
            columns,
            outputs,
            errors,
            capacity,
            workers,
            tokens.map(TextScoring::text).orElse(null));
    check(spec, declaration);
    return spec;
  }

  private TextScoring<RowData> tokens(ScoringSpec<RowData> scoring, TextSpec text) {
    try {
      return TextScoring.of(scoring, text, Optional.of(description.inputs()), loader);
    } catch (InvalidSetting e) {
      throw inSql(e);
    }
  }

  private InputRules inputs(
      OptionReader reader, Declaration declaration, LengthPolicy lengths, Optional<TextSpec> text) {
    Set<String> made = new HashSet<>(lengths.masks());
    text.ifPresent(each -> made.addAll(each.inputs().names()));
    List<Port> fed =
        description.inputs().stream().filter(port -> !made.contains(port.name())).toList();
    NullRules nulls = NullRules.of(reader, fed);
    return new InputRules(
        InputColumns.match(
            declaration,
            mapping(reader, PeltonModelOptions.INPUT_MAPPING),
            made,
            text.map(TextSpec::field).map(Set::of).orElseGet(Set::of)),
        nulls.inputs(),
        nulls.others(),
        lengths.masks());
  }

  private List<ResultColumn> outputs(OptionReader reader, Declaration declaration) {
    List<ResultColumn> columns =
        OutputColumns.match(declaration, mapping(reader, PeltonModelOptions.OUTPUT_MAPPING));
    try {
      ResultColumns.check(description.outputs(), columns);
    } catch (ColumnMismatch e) {
      throw declaration.mismatch(
          "column '" + e.column() + "': expected " + e.expected() + ", found " + e.found(),
          e.remedy(),
          e);
    } catch (UnsupportedOutput e) {
      throw declaration.mismatch(withoutStop(e), "declare other outputs only", e);
    }
    return columns;
  }

  private static Map<String, List<String>> mapping(
      OptionReader reader, ConfigOption<String> option) {
    return reader
        .text(option)
        .map(text -> NameMapping.parse(option.key(), text))
        .orElseGet(Map::of);
  }

  private static Map<String, String> names(List<ResultColumn> columns) {
    Map<String, String> names = new LinkedHashMap<>();
    for (ResultColumn column : columns) {
      if (column instanceof ResultColumn.Output output) {
        names.putIfAbsent(output.output(), output.output());
      }
    }
    return names;
  }

  /** Holds the types of columns and the lengths of lists against the inputs. */
  private void check(PredictSpec spec, Declaration declaration) {
    ScoringSpec<RowData> scoring = spec.scoring();
    try {
      LengthRules.check(
          scoring.lengths(),
          scoring.inputs(),
          InputRules.modelInputs(description.inputs(), scoring.batch().maxRows()));
      spec.encoding().check(description.inputs(), scoring);
    } catch (ArrowBridgeException | UnsupportedField e) {
      throw declaration.mismatch(withoutStop(e), "see below", e);
    } catch (InvalidSetting e) {
      throw inSql(e);
    }
  }

  private static String withoutStop(PeltonException e) {
    String message = e.getMessage();
    return message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
  }

  /** The same about the option that sets it. */
  static InvalidSetting inSql(InvalidSetting e) {
    Optional<String> option =
        Optional.ofNullable(
            switch (e.setting()) {
              case "lengths", "buckets", "pad" -> PeltonModelOptions.PADDING.key();
              case "mask" -> PeltonModelOptions.PADDING_MASKS.key();
              case "maxLength" -> PeltonModelOptions.MAX_LENGTH.key();
              case "maxRows" -> PeltonModelOptions.BATCH_MAX_ROWS.key();
              default -> ModelOption.of(e.setting()).map(ModelOption::key).orElse(null);
            });
    return option
        .map(key -> new InvalidSetting("'" + key + "'", e.expected(), e.found(), e.remedy(), e))
        .orElse(e);
  }
}
