package io.pelton.flink;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.state.CheckpointListener;

/** Fails at the first record after the first checkpoint, once in a JVM's life after a reset. */
public final class FailOnce<T> implements MapFunction<T, T>, CheckpointListener {
  private static final long serialVersionUID = 1L;
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
