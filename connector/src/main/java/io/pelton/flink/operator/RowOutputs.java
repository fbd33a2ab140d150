package io.pelton.flink.operator;

import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.tensor.Tensor;
import io.pelton.flink.operator.OutputRules.Choice;
import java.util.List;
import org.apache.flink.annotation.Internal;

/** Takes a model's outputs apart into the values of single records. */
@Internal
public final class RowOutputs {
  private final List<String> names;
  private final int[] indices;
  private final OutputReader[] readers;
  private final Object[][] records;

  /**
   * @throws io.pelton.flink.error.ConnectorException for outputs that don't exist or that say
   *     nothing of single records
   */
  public RowOutputs(List<Port> ports, OutputRules rules, int maxRows) {
    List<Choice> choices = rules.choices(ports);
    this.names = choices.stream().map(Choice::name).toList();
    this.indices = choices.stream().mapToInt(Choice::index).toArray();
    this.readers =
        choices.stream()
            .map(choice -> OutputReader.of(ports.get(choice.index())))
            .toArray(OutputReader[]::new);
    this.records = new Object[maxRows][];
  }

  public List<String> names() {
    return names;
  }

  /** Leaves padding out of the values of rows that were padded. */
  void cut(Object[][] values, RowGroup group, ExecutableGraph executable) {
    for (int column = 0; column < indices.length; column++) {
      if (group.lengths().get(indices[column]) != null) {
        long longest = ((Tensor) executable.output(indices[column])).layout().dim(1);
        for (int row = 0; row < group.rows().length; row++) {
          values[row][column] = group.own(values[row][column], indices[column], row, longest);
        }
      }
    }
  }

  /** The values of each of the first {@code rows} records; the outer array is used again. */
  Object[][] read(ExecutableGraph executable, int rows) {
    for (int row = 0; row < rows; row++) {
      records[row] = new Object[readers.length];
    }
    for (int column = 0; column < readers.length; column++) {
      readers[column].read(executable.output(indices[column]), records, rows, column);
    }
    return records;
  }
}
