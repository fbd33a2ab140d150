package io.pelton.flink.operator;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.util.clock.Clock;
import org.apache.flink.util.clock.SystemClock;

/** Timers that are past cancelling: their calls wait in the task's mailbox already. */
final class LateTimers implements ProcessingTimeService {
  private final Queue<ProcessingTimeCallback> calls = new ArrayDeque<>();

  @Override
  public ScheduledFuture<?> registerTimer(long timestamp, ProcessingTimeCallback target) {
    calls.add(target);
    return new Due();
  }

  /** Lets the oldest call come. */
  void call() throws Exception {
    calls.remove().onProcessingTime(0);
  }

  @Override
  public Clock getClock() {
    return SystemClock.getInstance();
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      ProcessingTimeCallback callback, long initialDelay, long period) {
    throw new UnsupportedOperationException("one shot only");
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      ProcessingTimeCallback callback, long initialDelay, long period) {
    throw new UnsupportedOperationException("one shot only");
  }

  @Override
  public CompletableFuture<Void> quiesce() {
    return CompletableFuture.completedFuture(null);
  }

  /** Completes nothing and can't be cancelled. */
  private static final class Due extends CompletableFuture<Void> implements ScheduledFuture<Void> {
    @Override
    public boolean cancel(boolean mayInterrupt) {
      return false;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return 0;
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(0, other.getDelay(TimeUnit.NANOSECONDS));
    }
  }
}
