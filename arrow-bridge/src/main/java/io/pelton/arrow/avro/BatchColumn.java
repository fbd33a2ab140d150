package io.pelton.arrow.avro;

import org.apache.arrow.vector.FieldVector;

/** A column that keeps its values until they are a batch's. */
abstract class BatchColumn extends Column implements AutoCloseable {
  /** Forgets all but the first rows. */
  abstract void truncate(int rows);

  /** Bytes of the values so far. */
  abstract long bytes();

  /** Moves the values into a vector and starts over. */
  abstract void moveTo(FieldVector vector);

  @Override
  public abstract void close();
}
