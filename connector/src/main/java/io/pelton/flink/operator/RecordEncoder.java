package io.pelton.flink.operator;

import io.pelton.arrow.ArrowBatch;
import org.apache.arrow.vector.types.pojo.Schema;

/** Writes what the model needs from records into a batch. */
interface RecordEncoder<T> extends AutoCloseable {
  /** The columns of the batches. */
  Schema schema();

  /** Records in the batch so far. */
  int rows();

  /** Bytes that the batch takes so far. */
  long bytes();

  /** Gives back the memory that is kept for the next batch. */
  void trim();

  /**
   * Adds a record, of which nothing is kept.
   *
   * @return null, or why it was not taken
   */
  RowFailure add(T record);

  /** Whether a record was not taken because it contradicts the type of its own stream. */
  boolean isMisfit(RowFailure failure);

  /** The batch so far, owned by the caller. */
  ArrowBatch finish();

  @Override
  void close();
}
