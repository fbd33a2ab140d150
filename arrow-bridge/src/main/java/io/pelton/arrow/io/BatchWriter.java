package io.pelton.arrow.io;

import io.pelton.arrow.ArrowBatch;

/**
 * Writes batches of one schema. A file gets its name when {@link #finish} has completed it; until
 * then, and when the writer is closed before, there is only a temporary file beside it, which
 * closing removes. One thread at a time.
 */
public interface BatchWriter extends AutoCloseable {
  /**
   * Writes a batch, which stays the caller's.
   *
   * @throws io.pelton.arrow.UnsupportedArrowFile for a batch of another schema
   * @throws io.pelton.arrow.ArrowFileFailure where writing fails
   */
  void write(ArrowBatch batch);

  /** Rows written so far. */
  long rows();

  /** Completes the file and gives it its name. */
  void finish();

  /** Closes the writer; a file that was not finished is removed. */
  @Override
  void close();
}
