package io.pelton.flink.table.predict;

import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueType.MappingType;
import io.pelton.engine.graph.ValueType.SequenceType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.Value;
import io.pelton.flink.error.ColumnMismatch;
import io.pelton.flink.error.UnsupportedOutput;
import org.apache.flink.table.data.GenericRowData;

/** Reads one of a model's outputs as one column of rows. One thread at a time. */
abstract class ResultReader {
  private final Port port;
  private final ResultColumn.Output column;

  ResultReader(Port port, ResultColumn.Output column) {
    this.port = port;
    this.column = column;
  }

  /**
   * @throws UnsupportedOutput for an output that says nothing of single rows
   * @throws ColumnMismatch for a column that can't hold what the output gives
   */
  static ResultReader of(Port port, ResultColumn.Output column) {
    if (port.type() instanceof TensorType type) {
      return TensorResult.of(port, type, column);
    }
    if (port.type() instanceof SequenceType sequence
        && sequence.element() instanceof MappingType type
        && type.value() instanceof TensorType values) {
      return MapResult.of(port, type.key(), values.dtype(), column);
    }
    throw new UnsupportedOutput(
        port.name(), port.type().toString(), "is neither a tensor nor a sequence of maps");
  }

  final Port port() {
    return port;
  }

  final ResultColumn.Output column() {
    return column;
  }

  /** Is told of a row whose value has no room in its column. */
  @FunctionalInterface
  interface Misfits {
    void misfit(int row, UnfitValue reason);
  }

  /** Values of the rows of one output. */
  @FunctionalInterface
  interface RowValues {
    Object of(int row);
  }

  /**
   * @param own elements of the second axis that belong to each row; null where all do
   */
  abstract RowValues values(Value output, int rows, int[] own);

  /** Puts the value of output row {@code i} into field {@code field} of {@code rows[i]}. */
  final void read(
      Value output, int[] own, GenericRowData[] rows, int count, int field, Misfits misfits) {
    RowValues values = values(output, count, own);
    for (int row = 0; row < count; row++) {
      try {
        rows[row].setField(field, values.of(row));
      } catch (UnfitValue e) {
        misfits.misfit(row, e);
      }
    }
  }

  final ColumnMismatch mismatch(String expected, String remedy) {
    return new ColumnMismatch(
        column.name(),
        expected + ", as output '" + port.name() + "' is " + port.type(),
        column.type().asSummaryString(),
        remedy);
  }

  final UnsupportedOutput notAs(String found) {
    return new UnsupportedOutput(
        port.name(),
        port.type().toString(),
        "came out as "
            + found
            + ", which is no "
            + column.type().asSummaryString()
            + " for column '"
            + column.name()
            + "'");
  }
}
