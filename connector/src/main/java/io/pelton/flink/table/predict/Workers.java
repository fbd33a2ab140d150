package io.pelton.flink.table.predict;

import io.pelton.arrow.ArrowBatch;
import io.pelton.flink.operator.RowScorer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Threads that score closed batches, each with an executable of its own. All methods but {@link
 * #close} are called with the lock.
 */
final class Workers implements AutoCloseable {
  private record Task(RowBatch rows, ArrowBatch cells) {}

  private final ReentrantLock lock;
  private final Condition submitted;
  private final Condition finished;
  private final Deque<Task> tasks = new ArrayDeque<>();
  private final List<Thread> threads = new ArrayList<>();
  private int rows;
  private boolean isClosed;

  /**
   * Starts the threads.
   *
   * @param lock of whoever fills the batches
   */
  Workers(Predictor predictor, ReentrantLock lock, int count) {
    this.lock = lock;
    this.submitted = lock.newCondition();
    this.finished = lock.newCondition();
    for (int i = 0; i < count; i++) {
      RowScorer.Worker worker = predictor.scorer().worker();
      RowOutcomes outcomes = predictor.outcomes();
      threads.add(predictor.thread("worker", "-" + i, () -> work(worker, outcomes)));
    }
    threads.forEach(Thread::start);
  }

  /** Rows that were submitted and are not scored. */
  int rows() {
    return rows;
  }

  /**
   * Waits until there is no batch; shorter when interrupted. Nothing else may make the task wait:
   * its timers could not fire.
   */
  void awaitNone() {
    try {
      while (rows > 0 && !isClosed) {
        finished.await();
      }
    } catch (InterruptedException e) {
      // the task is being cancelled
      Thread.currentThread().interrupt();
    }
  }

  /**
   * @param cells the rows' values, which are closed with them
   */
  void submit(RowBatch batch, ArrowBatch cells) {
    tasks.add(new Task(batch, cells));
    rows += batch.rows();
    submitted.signal();
  }

  private void work(RowScorer.Worker worker, RowOutcomes outcomes) {
    for (Task task = next(); task != null; task = next()) {
      try (ArrowBatch cells = task.cells()) {
        task.rows().score(outcomes, results -> worker.score(cells, results));
      }
      finished(task.rows().rows());
      task.rows().complete();
    }
  }

  /** Null when there is none any more. */
  private Task next() {
    lock.lock();
    try {
      while (tasks.isEmpty() && !isClosed) {
        submitted.awaitUninterruptibly();
      }
      return isClosed ? null : tasks.poll();
    } finally {
      lock.unlock();
    }
  }

  private void finished(int scored) {
    lock.lock();
    try {
      rows -= scored;
      finished.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Drops the batches that wait, and waits for those that are being scored. */
  @Override
  public void close() {
    lock.lock();
    try {
      isClosed = true;
      submitted.signalAll();
      finished.signalAll();
    } finally {
      lock.unlock();
    }
    threads.forEach(Workers::join);
    tasks.forEach(task -> task.cells().close());
    tasks.clear();
  }

  /** Waits for the end of a thread, also when interrupted: memory in use can't be freed. */
  static void join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
