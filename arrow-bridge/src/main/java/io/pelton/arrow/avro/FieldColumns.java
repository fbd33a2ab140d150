package io.pelton.arrow.avro;

/** The columns of a record's fields. */
interface FieldColumns {
  /** The column of a field of the reader's record. */
  Column field(int position);

  /** Every field of a record was given a value. */
  void record();
}
