package io.pelton.flink.table.schema;

import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.flink.error.DeclarationMismatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.types.logical.RowType;

/**
 * The columns that a model is declared with, beside what it has.
 *
 * @param model its name, for messages
 * @param columns that it is called with
 * @param results columns that it adds
 * @param inputs in the model's order
 * @param outputs in the model's order
 */
@Internal
public record Declaration(
    String model, RowType columns, RowType results, List<Port> inputs, List<Port> outputs) {
  public Declaration {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
  }

  /** The failure that shows both sides. */
  public DeclarationMismatch mismatch(String difference, String remedy, Throwable cause) {
    List<String[]> lines = new ArrayList<>();
    add(lines, "INPUT", columns, "inputs", inputs);
    add(lines, "OUTPUT", results, "outputs", outputs);
    int width = lines.stream().mapToInt(line -> line[0].length()).max().orElse(0);
    String format = "  %-" + width + "s  |  %s";
    String comparison =
        lines.stream()
            .map(line -> String.format(Locale.ROOT, format, line[0], line[1]).stripTrailing())
            .collect(Collectors.joining("\n"));
    String clauses = InferredSchema.of(inputs, outputs).clauses();
    return new DeclarationMismatch(model, difference, remedy, comparison, clauses, cause);
  }

  private static void add(
      List<String[]> lines, String clause, RowType declared, String of, List<Port> ports) {
    lines.add(new String[] {"declared " + clause, "the model's " + of});
    int rows = Math.max(declared.getFieldCount(), ports.size());
    for (int i = 0; i < rows; i++) {
      String column =
          i < declared.getFieldCount()
              ? declared.getFieldNames().get(i) + " " + declared.getTypeAt(i).asSummaryString()
              : "";
      lines.add(new String[] {"  " + column, i < ports.size() ? "  " + ports.get(i) : ""});
    }
  }

  List<String> columnNames() {
    return columns.getFieldNames();
  }

  List<String> inputNames() {
    return inputs.stream().map(Port::name).toList();
  }

  List<String> outputNames() {
    return outputs.stream().map(Port::name).toList();
  }
}
