package io.pelton.flink.rowdata;

import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.flink.table.data.columnar.vector.ColumnVector;

/** Reads vectors of one Arrow type as a column of one SQL type, without a copy. */
interface VectorView {
  /** A view, which is valid for as long as the vector and the dictionaries are. */
  ColumnVector on(FieldVector vector, DictionaryProvider dictionaries, Origin origin);
}
