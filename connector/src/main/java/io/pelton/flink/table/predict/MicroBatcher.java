package io.pelton.flink.table.predict;

import io.pelton.flink.operator.RowFailure;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.functions.FunctionContext;

/**
 * Collects rows and scores them together. A batch is closed when it is full, when as many rows wait
 * for their predictions as may, so that no more can come, or when its first row has lingered, which
 * a thread watches that begins with the first row that waits.
 *
 * <p>One lock guards the batch that is being filled, and the executable where there are no workers;
 * futures are completed without it. Rows are added by one thread.
 */
final class MicroBatcher implements AutoCloseable {
  private final Predictor predictor;
  private final RowOutcomes outcomes;
  private final Workers workers;
  private final int maxRows;
  private final int capacity;
  private final long lingerNanos;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition begun = lock.newCondition();
  private RowBatch batch;
  private long batches;
  private Thread linger;
  private boolean lingerSleeps;
  private boolean isClosed;

  private MicroBatcher(Predictor predictor) {
    PredictSpec spec = predictor.spec();
    this.predictor = predictor;
    this.outcomes = predictor.outcomes();
    this.batch = outcomes.newBatch();
    this.maxRows = spec.scoring().batch().maxRows();
    this.capacity = spec.capacity();
    this.lingerNanos = spec.scoring().batch().linger().toNanos();
    this.workers = spec.workers() == 0 ? null : new Workers(predictor, lock, spec.workers());
  }

  /**
   * Loads the model, and starts the workers.
   *
   * @throws io.pelton.flink.error.ConnectorException as {@link Predictor#open} does
   */
  static MicroBatcher open(PredictSpec spec, FunctionContext context) throws Exception {
    Predictor predictor = Predictor.open(spec, context);
    try {
      return new MicroBatcher(predictor);
    } catch (Throwable failure) {
      try {
        predictor.close();
      } catch (Exception e) {
        failure.addSuppressed(e);
      }
      throw failure;
    }
  }

  /**
   * Takes a row, of which nothing is kept, and scores the batch that it fills.
   *
   * @return completed when the row is scored
   */
  CompletableFuture<Collection<RowData>> add(RowData row) {
    CompletableFuture<Collection<RowData>> future = new CompletableFuture<>();
    RowBatch before = null;
    RowBatch full = null;
    RowFailure failure;
    lock.lock();
    try {
      failure = predictor.scorer().add(row);
      if (failure != null && failure.isOfMemory()) {
        before = makeRoom();
        failure = predictor.scorer().add(row);
      }
      if (failure == null) {
        batch.add(future);
        if (isFull()) {
          full = closeBatch();
        } else if (batch.rows() == 1) {
          watchLinger();
        }
      }
    } finally {
      lock.unlock();
    }
    complete(before);
    complete(full);
    if (failure != null) {
      RowBatch.complete(future, outcomes.outcome(failure));
    }
    return future;
  }

  private boolean isFull() {
    return batch.rows() >= maxRows
        || predictor.scorer().isFull()
        || batch.rows() + (workers == null ? 0 : workers.rows()) >= capacity;
  }

  /** Scores what takes up the memory. */
  private RowBatch makeRoom() {
    RowBatch scored = batch.rows() == 0 ? null : closeBatch();
    if (workers != null) {
      workers.awaitNone();
    }
    return scored;
  }

  /**
   * Scores the batch, or has a worker do it, and begins a new one.
   *
   * @return what is to be completed without the lock; null where a worker does that
   */
  private RowBatch closeBatch() {
    RowBatch closed = batch;
    batch = outcomes.newBatch();
    batches++;
    if (workers != null) {
      try {
        workers.submit(closed, predictor.scorer().finish());
        return null;
      } catch (RuntimeException e) {
        closed.fail(outcomes, e);
        return closed;
      }
    }
    closed.score(outcomes, predictor.scorer()::score);
    return closed;
  }

  private static void complete(RowBatch scored) {
    if (scored != null) {
      scored.complete();
    }
  }

  /** A thread that sleeps for some time wakes before the batch that began is due. */
  private void watchLinger() {
    if (linger == null) {
      linger = predictor.thread("linger", "", this::closeOverdue);
      linger.start();
    } else if (lingerSleeps) {
      begun.signal();
    }
  }

  private void closeOverdue() {
    while (true) {
      RowBatch overdue;
      lock.lock();
      try {
        if (!awaitOverdue()) {
          return;
        }
        overdue = closeBatch();
      } finally {
        lock.unlock();
      }
      complete(overdue);
    }
  }

  /** False when there is nothing to wait for any more. */
  private boolean awaitOverdue() {
    long seen = batches;
    while (!isClosed) {
      boolean isEmpty = batch.rows() == 0;
      if (isEmpty && seen == batches) {
        lingerSleeps = true;
        begun.awaitUninterruptibly();
        lingerSleeps = false;
        continue;
      }
      // where there were rows, more are likely to come, and need not wake this thread then
      long left = isEmpty ? lingerNanos : batch.begun() + lingerNanos - System.nanoTime();
      seen = batches;
      if (left <= 0) {
        return true;
      }
      try {
        begun.awaitNanos(left);
      } catch (InterruptedException e) {
        // nobody has a reason to; batches are closed when they are due
      }
    }
    return false;
  }

  /** Drops the rows that wait, and waits for those that are being scored. */
  @Override
  public void close() throws Exception {
    lock.lock();
    try {
      isClosed = true;
      begun.signalAll();
    } finally {
      lock.unlock();
    }
    if (linger != null) {
      Workers.join(linger);
    }
    if (workers != null) {
      workers.close();
    }
    predictor.close();
  }
}
