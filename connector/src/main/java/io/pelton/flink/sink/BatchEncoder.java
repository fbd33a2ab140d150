package io.pelton.flink.sink;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import java.io.IOException;
import java.io.Serializable;

/** Turns elements into batches of one schema. Used by one thread. */
interface BatchEncoder<T> extends AutoCloseable {
  /** Takes batches, which it does not keep. */
  interface Target {
    void write(ArrowBatch batch) throws IOException;
  }

  /** Makes encoders, one a writer. */
  interface Factory<T> extends Serializable {
    /**
     * @param allocator of what the encoder collects; outlives it
     * @param rows of a batch; 0 where the user did not say
     */
    BatchEncoder<T> create(ArrowAllocator allocator, int rows);
  }

  /** Adds an element; writes a batch when one is full. */
  void add(T element, Target target) throws IOException;

  /** Writes what is left. */
  void flush(Target target) throws IOException;

  @Override
  void close();
}
