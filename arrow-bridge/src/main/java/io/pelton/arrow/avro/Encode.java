package io.pelton.arrow.avro;

/** Writes the value in one row of the vectors that it was made for. */
interface Encode {
  void write(int row, AvroOutput output);
}
