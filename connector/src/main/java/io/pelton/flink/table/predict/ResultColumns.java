package io.pelton.flink.table.predict;

import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.flink.error.ColumnMismatch;
import java.util.List;
import java.util.Optional;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.types.logical.LogicalTypeRoot;

/** Holds the columns that a prediction is to have against what a model gives. */
@Internal
public final class ResultColumns {
  private ResultColumns() {}

  /**
   * Checks all columns, the first first.
   *
   * @param outputs of the model
   * @throws ColumnMismatch for the first column that can't hold what it is to hold
   * @throws io.pelton.flink.error.UnsupportedOutput for an output that says nothing of single rows
   */
  public static void check(List<Port> outputs, List<ResultColumn> columns) {
    columns.forEach(column -> check(outputs, column));
  }

  private static void check(List<Port> outputs, ResultColumn column) {
    if (column instanceof ResultColumn.Output output) {
      ResultReader.of(port(outputs, output), output);
    } else if (column instanceof ResultColumn.Metadata metadata) {
      check(metadata);
    }
  }

  private static void check(ResultColumn.Metadata column) {
    LogicalTypeRoot expected =
        column.kind() == ResultColumn.Kind.LATENCY
            ? LogicalTypeRoot.DOUBLE
            : LogicalTypeRoot.VARCHAR;
    if (column.type().getTypeRoot() != expected) {
      throw new ColumnMismatch(
          column.name(),
          (expected == LogicalTypeRoot.DOUBLE ? "DOUBLE" : "STRING")
              + ", as metadata '"
              + column.kind().key()
              + "' is",
          column.type().asSummaryString(),
          "declare the column so");
    }
  }

  /** Position of the output among the model's. */
  static int index(List<Port> outputs, ResultColumn.Output column) {
    return outputs.indexOf(port(outputs, column));
  }

  private static Port port(List<Port> outputs, ResultColumn.Output column) {
    Optional<Port> port =
        outputs.stream().filter(output -> output.name().equals(column.output())).findFirst();
    return port.orElseThrow(
        () ->
            new ColumnMismatch(
                column.name(),
                "one of the model's outputs " + outputs.stream().map(Port::name).toList(),
                "'" + column.output() + "'",
                "name one of these with output.mapping"));
  }
}
