package io.pelton.flink.rowdata;

import org.apache.arrow.vector.FieldVector;
import org.apache.flink.table.data.columnar.vector.ColumnVector;

/** What all views of vectors have in common. */
abstract class ArrowColumn implements ColumnVector {
  private final FieldVector vector;
  private final boolean anyNull;

  ArrowColumn(FieldVector vector) {
    this.vector = vector;
    this.anyNull = vector.getNullCount() > 0;
  }

  @Override
  public final boolean isNullAt(int i) {
    return anyNull && vector.isNull(i);
  }
}
