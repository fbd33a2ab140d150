package io.pelton.arrow.avro;

import org.apache.arrow.vector.FieldVector;

/**
 * Where the values of one Avro type go, one after the other. A column takes what its type is read
 * from and nothing else; the compiler of decoders sees to that.
 */
abstract class Column implements AutoCloseable {
  void truth(boolean value) {
    throw wrong("a boolean");
  }

  void integer(long value) {
    throw wrong("an integer");
  }

  void single(float value) {
    throw wrong("a float");
  }

  void real(double value) {
    throw wrong("a double");
  }

  /** A string, bytes or a fixed, which lie in the input's array. */
  void bytes(AvroInput input, int from, int count) {
    throw wrong("bytes");
  }

  private IllegalStateException wrong(String value) {
    return new IllegalStateException(getClass().getSimpleName() + " takes no " + value);
  }

  /** A null; where the column is within a record that is itself null, any value. */
  abstract void nothing();

  /** Forgets all but the first rows. */
  abstract void truncate(int rows);

  /** Moves the values into a vector and starts over. */
  abstract void moveTo(FieldVector vector);

  @Override
  public abstract void close();
}
