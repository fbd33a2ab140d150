package io.pelton.flink.table.function;

import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.table.PeltonModelOptions;
import io.pelton.flink.table.PredictPlanner;
import io.pelton.flink.table.predict.PredictSpec;
import io.pelton.flink.table.schema.InferredColumn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.inference.CallContext;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/** A call of a prediction function where a query is planned: the model, the row, the options. */
final class PredictionCall {
  static final int MODEL = 0;
  static final int ROW = 1;
  static final int OPTIONS = 2;

  private final PredictPlanner planner;
  private final RowType columns;
  private final RowType results;

  private PredictionCall(PredictPlanner planner, RowType columns, RowType results) {
    this.planner = planner;
    this.columns = columns;
    this.results = results;
  }

  /**
   * Reads the model and names the columns; all arguments are of the right kinds.
   *
   * @throws io.pelton.engine.error.PeltonException for a model that can't be read, an option that
   *     breaks its rule, or a row that does not suit the model
   */
  static PredictionCall of(CallContext call, ReadableConfig session) {
    String model = call.getArgumentValue(MODEL, String.class).orElseThrow();
    Map<String, String> options = options(call);
    options.put(PeltonModelOptions.MODEL.key(), model);
    PredictPlanner planner = PredictPlanner.of(name(model), options, session, loader());
    RowType row = row(call.getArgumentDataTypes().get(ROW).getLogicalType());
    return new PredictionCall(
        planner,
        named(row, planner.schema().inputs()),
        ResultTypes.of(planner.schema().outputs(), options));
  }

  private static Map<String, String> options(CallContext call) {
    Map<String, String> options =
        givesMap(call) ? map(call).orElseThrow() : pairs(call).orElseThrow();
    for (String own : List.of(PeltonModelOptions.MODEL.key(), FactoryUtil.PROVIDER.key())) {
      if (options.containsKey(own)) {
        throw new InvalidSetting(
            "'" + own + "'",
            "options beside the model, which is the first argument",
            "'" + options.get(own) + "'",
            "remove it");
      }
    }
    return options;
  }

  /** Whether the options are one argument, which then is a map. */
  static boolean givesMap(CallContext call) {
    List<DataType> arguments = call.getArgumentDataTypes();
    return arguments.size() == OPTIONS + 1
        && arguments.get(OPTIONS).getLogicalType().is(LogicalTypeRoot.MAP);
  }

  /** The options of a constant map; empty where it is none. */
  @SuppressWarnings("unchecked")
  static Optional<Map<String, String>> map(CallContext call) {
    return call.isArgumentLiteral(OPTIONS)
        ? call.getArgumentValue(OPTIONS, Map.class)
            .map(map -> new HashMap<>((Map<String, String>) map))
        : Optional.empty();
  }

  /** The options as constant keys and values by turns; empty where they are something else. */
  static Optional<Map<String, String>> pairs(CallContext call) {
    Map<String, String> options = new HashMap<>();
    int end = call.getArgumentDataTypes().size();
    for (int i = OPTIONS; i < end; i += 2) {
      Optional<String> key = text(call, i);
      Optional<String> value = i + 1 < end ? text(call, i + 1) : Optional.empty();
      if (key.isEmpty() || value.isEmpty()) {
        return Optional.empty();
      }
      options.put(key.get(), value.get());
    }
    return Optional.of(options);
  }

  /** An argument that is a constant text; empty where it is something else. */
  static Optional<String> text(CallContext call, int argument) {
    LogicalType type = call.getArgumentDataTypes().get(argument).getLogicalType();
    return type.is(LogicalTypeFamily.CHARACTER_STRING) && call.isArgumentLiteral(argument)
        ? call.getArgumentValue(argument, String.class)
        : Optional.empty();
  }

  private static String name(String model) {
    String file = model.substring(Math.max(model.lastIndexOf('/'), model.lastIndexOf(':')) + 1);
    int dot = file.lastIndexOf('.');
    return dot > 0 ? file.substring(0, dot) : file;
  }

  private static ClassLoader loader() {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    return loader == null ? PredictionCall.class.getClassLoader() : loader;
  }

  private static RowType row(LogicalType type) {
    List<RowType.RowField> fields = new ArrayList<>();
    List<String> names = LogicalTypeChecks.getFieldNames(type);
    List<LogicalType> types = LogicalTypeChecks.getFieldTypes(type);
    for (int i = 0; i < names.size(); i++) {
      fields.add(new RowType.RowField(names.get(i), types.get(i)));
    }
    return new RowType(fields);
  }

  /** Fields without names of their own take those of as many inputs, in order. */
  private static RowType named(RowType row, List<InferredColumn> inputs) {
    List<String> names = row.getFieldNames();
    boolean isUnnamed =
        IntStream.range(0, names.size())
            .allMatch(i -> names.get(i).equals("EXPR$" + i) || names.get(i).equals("f" + i));
    List<String> inputNames = inputs.stream().map(InferredColumn::name).toList();
    if (!isUnnamed
        || names.size() != inputNames.size()
        || inputNames.stream().anyMatch(names::contains)) {
      return row;
    }
    return RowType.of(
        row.getChildren().toArray(new LogicalType[0]), inputNames.toArray(new String[0]));
  }

  /** The outputs that come out, as columns. */
  RowType results() {
    return results;
  }

  /** The most rows that would be scored together if the capacity did not matter. */
  int rows() {
    return planner.plan(columns, results, Integer.MAX_VALUE).scoring().batch().maxRows();
  }

  /**
   * What the function in the task is told.
   *
   * @param capacity rows that may be under way at a time
   */
  PredictSpec plan(int capacity) {
    return planner.plan(columns, results, capacity);
  }
}
