package io.pelton.flink.table.function;

import java.io.Serializable;
import java.util.Collection;
import java.util.Iterator;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * One value of a row's prediction: that of its only column, or a row of all columns.
 *
 * @param results the columns
 */
record SinglePrediction(RowType results) implements Serializable {
  /** The type of the value. */
  static LogicalType type(RowType results) {
    return results.getFieldCount() == 1 ? results.getTypeAt(0).copy(true) : results;
  }

  /** How values are taken out of what a prediction function gives. */
  @FunctionalInterface
  interface Reader {
    /** Null for a row that was left out. */
    Object read(Collection<RowData> prediction);
  }

  Reader reader() {
    if (results.getFieldCount() > 1) {
      return SinglePrediction::row;
    }
    RowData.FieldGetter getter = RowData.createFieldGetter(results.getTypeAt(0).copy(true), 0);
    return prediction -> {
      RowData row = row(prediction);
      return row == null ? null : getter.getFieldOrNull(row);
    };
  }

  private static RowData row(Collection<RowData> prediction) {
    Iterator<RowData> rows = prediction.iterator();
    return rows.hasNext() ? rows.next() : null;
  }
}
