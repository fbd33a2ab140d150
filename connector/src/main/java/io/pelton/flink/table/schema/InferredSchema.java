package io.pelton.flink.table.schema;

import io.pelton.engine.graph.NamedGraph.Port;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.api.Schema;

/**
 * The columns that a model's own inputs and outputs ask for. Of shape [N] and [N,1], a column is
 * one value of the dtype: FLOAT for 16 and 32-bit floats, DOUBLE, the integer type that holds them
 * all (an unsigned one is one wider, DECIMAL(20,0) for 64 bits), BOOLEAN, STRING. Every further
 * axis of an output, and a rank that is not known, makes an ARRAY of it; an input takes one ARRAY,
 * in row-major order. A sequence of maps, one a row, is a MAP.
 *
 * @param inputs in the model's order
 * @param outputs in the model's order
 */
@Internal
public record InferredSchema(List<InferredColumn> inputs, List<InferredColumn> outputs) {
  public InferredSchema {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
  }

  public static InferredSchema of(List<Port> inputs, List<Port> outputs) {
    return new InferredSchema(
        inputs.stream().map(ColumnTypes::input).toList(),
        outputs.stream().map(ColumnTypes::output).toList());
  }

  /** Of the inputs that have a column; comments say what these are in the model. */
  public Schema inputSchema() {
    return schema(inputs);
  }

  /** Of the outputs that have a column; comments say what these are in the model. */
  public Schema outputSchema() {
    return schema(outputs);
  }

  /** What has no column. */
  public List<InferredColumn> withoutColumn() {
    return Stream.concat(inputs.stream(), outputs.stream())
        .filter(column -> column.type().isEmpty())
        .toList();
  }

  /** The clauses of a {@code CREATE MODEL} that declare all of it. */
  public String clauses() {
    return "INPUT (" + declarations(inputs) + ")\nOUTPUT (" + declarations(outputs) + ")";
  }

  private static String declarations(List<InferredColumn> columns) {
    return columns.stream().map(InferredColumn::declaration).collect(Collectors.joining(", "));
  }

  private static Schema schema(List<InferredColumn> columns) {
    Schema.Builder schema = Schema.newBuilder();
    for (InferredColumn column : columns) {
      column
          .type()
          .ifPresent(
              type ->
                  schema.column(column.name(), type).withComment(column.port().type().toString()));
    }
    return schema.build();
  }
}
