package io.pelton.arrow.io;

import io.pelton.arrow.ArrowBatch;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.OptionalLong;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Batches of one schema from a file or stream, one after the other. The caller owns each batch that
 * {@link #next} gives, and may keep it open longer than the reader. One thread at a time.
 */
public interface BatchReader extends Iterator<ArrowBatch>, AutoCloseable {
  /** The logical schema: a dictionary-encoded field has the type of its values. */
  Schema schema();

  /** Rows in all, where they can be told without reading the data. */
  default OptionalLong totalRows() {
    return OptionalLong.empty();
  }

  /** Batches that were read or passed over; the index of the one that {@link #next} reads. */
  int position();

  /**
   * Passes over batches; here by reading them.
   *
   * @throws NoSuchElementException where fewer are left
   */
  default void skip(int batches) {
    for (int i = 0; i < batches; i++) {
      next().close();
    }
  }

  @Override
  void close();
}
