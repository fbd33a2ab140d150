package io.pelton.arrow.dataset;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.io.BatchReader;
import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.util.VectorAppender;

/** Batches brought to the size of row groups, as a stream that the natives pull. */
final class RowGroups extends ArrowReader implements NativeWork.Work {
  // the natives would split more than that into row groups again
  private static final int ROWS = 1 << 15;
  private static final long BYTES = 16 << 20;
  // The natives take up to 8 million rows before they have written the first.
  private static final long BYTES_IN_FLIGHT = 4 * BYTES;
  private static final long WAIT = TimeUnit.SECONDS.toNanos(2);
  private static final long POLL = TimeUnit.MILLISECONDS.toNanos(2);

  private final Schema schema;
  private final Iterator<ArrowBatch> batches;
  private final ArrowAllocator target;
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile boolean stopped;
  private RuntimeException failure;
  private ArrowBatch current;
  private int taken;
  private int nulls;

  private RowGroups(Schema schema, Iterator<ArrowBatch> batches, ArrowAllocator target) {
    super(target.arrow());
    this.schema = schema;
    this.batches = batches;
    this.target = target;
  }

  /** All batches of a reader, which stays the caller's. */
  static RowGroups of(BatchReader reader, ArrowAllocator allocator) {
    return of(reader.schema(), reader, allocator);
  }

  /** One row of nulls. */
  static RowGroups nulls(Schema schema, ArrowAllocator allocator) {
    RowGroups groups = of(NullableFields.of(schema), Collections.emptyIterator(), allocator);
    groups.nulls = 1;
    return groups;
  }

  private static RowGroups of(
      Schema schema, Iterator<ArrowBatch> batches, ArrowAllocator allocator) {
    return new RowGroups(
        schema, batches, allocator.child("row groups", Long.MAX_VALUE, "the limit above it"));
  }

  BufferAllocator allocator() {
    return target.arrow();
  }

  /** Closes the stream and its allocator once the natives' threads have let go of their rows. */
  void release() throws IOException {
    try {
      close();
      awaitAtMost(0);
      target.close();
    } finally {
      NativeWork.over(this);
      over.countDown();
    }
  }

  /** Lets the natives' writing fail at the next rows that it asks for. */
  @Override
  public void stop(long deadline) {
    stopped = true;
    try {
      // not needed where this gives up
      boolean unused = over.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException halted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public long activity() {
    return target.held();
  }

  @Override
  protected Schema readSchema() {
    return schema;
  }

  /** What went wrong here, of which the natives only pass on the text. */
  Optional<RuntimeException> failure() {
    return Optional.ofNullable(failure);
  }

  @Override
  public boolean loadNextBatch() throws IOException {
    prepareLoadNextBatch();
    VectorSchemaRoot root = getVectorSchemaRoot();
    root.clear();
    try {
      if (stopped) {
        throw NativeWork.ending("the rest is not written");
      }
      // not for ever: this is a native thread, and the writing that makes room may need it
      awaitAtMost(BYTES_IN_FLIGHT);
      return fill(root);
    } catch (RuntimeException broken) {
      failure = broken;
      throw broken;
    }
  }

  private boolean fill(VectorSchemaRoot root) {
    int rows = 0;
    long bytes = 0;
    while (rows < ROWS && bytes < BYTES && (current != null || batches.hasNext())) {
      if (current == null) {
        current = batches.next();
        taken = 0;
      }
      int count = Math.min(current.rows() - taken, ROWS - rows);
      try (ArrowBatch part = current.slice(taken, count)) {
        for (int column = 0; column < part.columns(); column++) {
          append(part.vector(column), root.getVector(column), rows);
        }
        bytes += part.bytes();
      }
      rows += count;
      taken += count;
      if (taken == current.rows()) {
        closeCurrent();
      }
    }
    if (nulls > 0) {
      root.allocateNew();
      rows = nulls;
      nulls = 0;
    }
    root.setRowCount(rows);
    return rows > 0;
  }

  private void closeCurrent() {
    if (current != null) {
      current.close();
      current = null;
    }
  }

  private static void append(FieldVector more, FieldVector to, int rows) {
    if (rows == 0) {
      more.makeTransferPair(to).splitAndTransfer(0, more.getValueCount());
    } else {
      more.accept(new VectorAppender(to), null);
    }
  }

  private void awaitAtMost(long bytes) {
    long end = System.nanoTime() + WAIT;
    while (target.held() > bytes && System.nanoTime() < end) {
      LockSupport.parkNanos(POLL);
    }
  }

  @Override
  public long bytesRead() {
    return 0;
  }

  @Override
  protected void closeReadSource() {
    closeCurrent();
  }
}
