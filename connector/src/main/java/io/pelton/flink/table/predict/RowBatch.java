package io.pelton.flink.table.predict;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.table.data.RowData;

/**
 * The rows that are scored together, and what becomes of them. Filled by one thread, scored by one,
 * and completed by that.
 */
final class RowBatch {
  private static final int FIRST_ROWS = 16;

  private final List<CompletableFuture<Collection<RowData>>> futures = new ArrayList<>();
  private final boolean timesRows;
  private long[] begun;
  private Object[] outcomes;
  private RowOutcomes results;

  /**
   * @param timesRows whether it matters when each row came, not only the first
   */
  RowBatch(boolean timesRows) {
    this.timesRows = timesRows;
    this.begun = new long[timesRows ? FIRST_ROWS : 1];
  }

  /** A row that comes now. */
  void add(CompletableFuture<Collection<RowData>> future) {
    int row = futures.size();
    if (row == 0 || timesRows) {
      if (row == begun.length) {
        begun = Arrays.copyOf(begun, 2 * begun.length);
      }
      begun[row] = System.nanoTime();
    }
    futures.add(future);
  }

  int rows() {
    return futures.size();
  }

  /** When the first row came, in nanoseconds. */
  long begun() {
    return begun[0];
  }

  /** What scores the rows. */
  @FunctionalInterface
  interface Scoring {
    void score(RowOutcomes results) throws Exception;
  }

  /** Scores the rows. What is not about a row becomes of all of them. */
  void score(RowOutcomes scored, Scoring scoring) {
    scored.begin(rows());
    try {
      scoring.score(scored);
      results = scored;
      outcomes = scored.end();
    } catch (Throwable e) {
      // whoever waits for the rows is told
      fail(scored, e);
    }
  }

  /** Has all rows fail. */
  void fail(RowOutcomes scored, Throwable failure) {
    results = scored;
    outcomes = new Object[rows()];
    Arrays.fill(outcomes, failure);
  }

  /** Tells whoever waits for the rows; nobody else may hold a lock that they need. */
  void complete() {
    long now = System.nanoTime();
    for (int i = 0; i < outcomes.length; i++) {
      if (timesRows) {
        results.setLatency(outcomes[i], now - begun[i]);
      }
      complete(futures.get(i), outcomes[i]);
    }
  }

  @SuppressWarnings("unchecked")
  static void complete(CompletableFuture<Collection<RowData>> future, Object outcome) {
    if (outcome instanceof Throwable failure) {
      future.completeExceptionally(failure);
    } else {
      future.complete((Collection<RowData>) outcome);
    }
  }
}
