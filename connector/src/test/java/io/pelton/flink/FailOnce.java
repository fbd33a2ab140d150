package io.pelton.flink;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.state.CheckpointListener;

/**
 * Fails at the first record after the first checkpoint, once in a JVM's life after a reset. Until
 * then records pass slowly, so that a checkpoint completes before they end, however busy the
 * machine is.
 */
public final class FailOnce<T> implements MapFunction<T, T>, CheckpointListener {
  private static final long serialVersionUID = 1L;
  private static final long PACE_NANOS = 1_000_000;
  private static final AtomicBoolean FAILED = new AtomicBoolean();

  private boolean checkpointed;

  public static void reset() {
    FAILED.set(false);
  }

  public static boolean hasFailed() {
    return FAILED.get();
  }

  @Override
  public T map(T value) {
    if (!FAILED.get()) {
      LockSupport.parkNanos(PACE_NANOS);
    }
    if (checkpointed && FAILED.compareAndSet(false, true)) {
      throw new IllegalStateException("this is the failure that the test wants");
    }
    return value;
  }

  @Override
  public void notifyCheckpointComplete(long checkpointId) {
    checkpointed = true;
  }
}
