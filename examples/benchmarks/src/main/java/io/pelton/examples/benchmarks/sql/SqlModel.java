package io.pelton.examples.benchmarks.sql;

import io.pelton.arrow.NullPolicy;
import io.pelton.examples.benchmarks.streaming.StreamingCase;
import io.pelton.flink.BatchPolicy;
import io.pelton.flink.Inference;
import io.pelton.flink.RowDataInferenceBuilder;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.function.SerializableFunction;

/**
 * The model of a case as SQL declares it.
 *
 * @param file of the model
 * @param fields of a record
 * @param output that is looked at
 * @param type of that output's column
 */
record SqlModel(StreamingCase what, String file, RowType fields, String output, String type) {
  private static final String FILL = "?";

  /** Fields of the census that the model does not take. */
  private static final Set<String> OTHERS = Set.of("income", "held_out");

  static SqlModel of(StreamingCase what) throws IOException {
    DataType fields = RowDataRecords.type(what);
    String output =
        switch (what) {
          case CRAYFISH -> "output";
          case TREES_100, TREES_200 -> "y";
          case ADULT -> "probabilities";
        };
    return new SqlModel(
        what,
        what.model(),
        (RowType) fields.getLogicalType(),
        output,
        isVector(what) ? "ARRAY<FLOAT>" : "FLOAT");
  }

  private static boolean isVector(StreamingCase what) {
    return what == StreamingCase.CRAYFISH || what == StreamingCase.ADULT;
  }

  /**
   * @param options of the provider beside the model
   */
  String create(String name, String provider, Map<String, String> options) {
    String with =
        options.entrySet().stream()
            .map(option -> ", '" + option.getKey() + "' = '" + option.getValue() + "'")
            .collect(Collectors.joining());
    return "CREATE TEMPORARY MODEL "
        + name
        + " INPUT ("
        + inputs()
            .map(field -> "`" + field.getName() + "` " + field.getType().asSummaryString())
            .collect(Collectors.joining(", "))
        + ") OUTPUT (`"
        + output
        + "` "
        + type
        + ") WITH ('provider' = '"
        + provider
        + "', 'model' = '"
        + file
        + "'"
        + with
        + nulls()
        + ")";
  }

  private String nulls() {
    if (what != StreamingCase.ADULT) {
      return "";
    }
    return texts().stream()
        .map(field -> "`" + field + "` = default(" + FILL + ")")
        .collect(Collectors.joining("; ", ", 'null-handling.inputs' = '", "'"));
  }

  /** The fields that the model takes. */
  private Stream<RowType.RowField> inputs() {
    return fields.getFields().stream().filter(field -> !OTHERS.contains(field.getName()));
  }

  private List<String> texts() {
    return inputs()
        .filter(field -> field.getType().is(LogicalTypeRoot.VARCHAR))
        .map(RowType.RowField::getName)
        .toList();
  }

  /** The columns as a descriptor lists them. */
  String descriptor() {
    return inputs()
        .map(field -> "`" + field.getName() + "`")
        .collect(Collectors.joining(", ", "DESCRIPTOR(", ")"));
  }

  /** The same model in the DataStream API. */
  RowDataInferenceBuilder operator(BatchPolicy batch) {
    RowDataInferenceBuilder builder =
        Inference.rowData().name(what.label()).model(file).batch(batch).output(output);
    switch (what) {
      case CRAYFISH -> builder.input("input", "pixels");
      case TREES_100, TREES_200 ->
          builder.input("x", fields.getFieldNames().toArray(String[]::new));
      case ADULT -> texts().forEach(field -> builder.nulls(field, NullPolicy.defaultValue(FILL)));
    }
    return builder;
  }

  /** Reads the output behind a record's fields. */
  SerializableFunction<RowData, Object> score() {
    int position = fields.getFieldCount();
    return isVector(what)
        ? row -> row.getArray(position).toFloatArray()
        : row -> row.getFloat(position);
  }
}
