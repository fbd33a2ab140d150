package io.pelton.flink.source;

import io.pelton.arrow.ArrowBatch;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * The batches that were read and not yet sent on, so that none is left behind when the reader ends
 * while some are on their way. Thread-safe.
 */
final class HeldBatches implements AutoCloseable {
  private final Set<ArrowBatch> batches = Collections.newSetFromMap(new IdentityHashMap<>());
  private boolean closed;

  synchronized ArrowBatch hold(ArrowBatch batch) {
    if (closed) {
      batch.close();
      throw new IllegalStateException("the reader is closed");
    }
    batches.add(batch);
    return batch;
  }

  synchronized void release(ArrowBatch batch) {
    if (batches.remove(batch)) {
      batch.close();
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    batches.forEach(ArrowBatch::close);
    batches.clear();
  }
}
