package io.pelton.arrow.avro;

/** Reads one value and does with it what it was compiled for. */
interface Decode {
  void read(AvroInput input);
}
