package io.pelton.flink.operator;

import io.pelton.flink.BatchPolicy;
import java.util.function.LongSupplier;

/**
 * Says how many rows the next micro-batch takes. On the task's thread, but for {@link #rows}, which
 * any thread may ask.
 */
interface BatchSizing {
  /** Rows at which a batch is full; changes in {@link #processed} only. */
  int rows();

  /** What the first row of a batch that begins now may wait. */
  long lingerMillis();

  /** A batch is about to be processed. */
  void processing();

  /** The batch of this many rows was processed. */
  void processed(int batchRows);

  /**
   * @param nanos a clock that only rises, in nanoseconds
   * @param idleMillis what the task has waited for input so far, in milliseconds
   */
  static BatchSizing of(BatchPolicy policy, LongSupplier nanos, LongSupplier idleMillis) {
    return policy
        .latencyTarget()
        .<BatchSizing>map(
            target ->
                new AdaptiveSizing(
                    policy.maxRows(),
                    policy.linger().toMillis(),
                    target.toNanos(),
                    nanos,
                    idleMillis))
        .orElseGet(() -> new FixedSizing(policy.maxRows(), policy.linger().toMillis()));
  }
}
