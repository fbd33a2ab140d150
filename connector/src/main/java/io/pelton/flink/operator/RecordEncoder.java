package io.pelton.flink.operator;

import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.BatchBinder;
import io.pelton.arrow.DirectBinding;
import java.util.Optional;
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

  /**
   * The records so far where they were written, as the model's inputs; empty where this encoder
   * makes batches only.
   */
  default Optional<DirectBinding> direct(BatchBinder binder) {
    return Optional.empty();
  }

  /** Forgets the records so far, as {@link #finish} does. */
  default void clear() {
    finish().close();
  }

  /** The batch so far, owned by the caller. */
  ArrowBatch finish();

  @Override
  void close();
}
