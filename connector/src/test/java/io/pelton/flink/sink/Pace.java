package io.pelton.flink.sink;

import io.pelton.arrow.ArrowBatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.common.functions.MapFunction;

/** Counts the batches of all subtasks, slows them down if asked to, and fails at one of them. */
final class Pace implements MapFunction<ArrowBatch, ArrowBatch> {
  private static final long serialVersionUID = 1L;
  private static final AtomicInteger SEEN = new AtomicInteger();
  private static final AtomicInteger FAIL_AT = new AtomicInteger(-1);

  private final long nanos;

  Pace(long nanos) {
    this.nanos = nanos;
  }

  /**
   * @param failAt number of the batch, from 0; -1 for none
   */
  static void reset(int failAt) {
    SEEN.set(0);
    FAIL_AT.set(failAt);
  }

  static int seen() {
    return SEEN.get();
  }

  @Override
  public ArrowBatch map(ArrowBatch batch) {
    int number = SEEN.getAndIncrement();
    if (FAIL_AT.compareAndSet(number, -1)) {
      throw new IllegalStateException("this is the failure that the test wants");
    }
    LockSupport.parkNanos(nanos);
    return batch;
  }
}
