package io.pelton.engine.executable;

import io.pelton.engine.error.ConcurrentUse;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Lets one thread in at a time, without a lock, and nobody after closing. */
final class ExecutionGuard {
  private static final int IDLE = 0;
  private static final int RUNNING = 1;
  private static final int CLOSED = 2;
  private static final long POLL_NANOS = 100_000;

  private final String name;
  private final AtomicInteger state = new AtomicInteger(IDLE);

  ExecutionGuard(String name) {
    this.name = name;
  }

  void enter() {
    if (!state.compareAndSet(IDLE, RUNNING)) {
      throw new ConcurrentUse(
          name, state.get() == CLOSED ? "it is closed" : "another thread is running it");
    }
  }

  /** For what is only right while nothing runs. */
  void checkIdle() {
    int now = state.get();
    if (now != IDLE) {
      throw new ConcurrentUse(
          name, now == CLOSED ? "it is closed" : "another thread is running it");
    }
  }

  void exit() {
    state.set(IDLE);
  }

  /** Waits for a run in progress; false when it was closed before. */
  boolean close() {
    while (!state.compareAndSet(IDLE, CLOSED)) {
      if (state.get() == CLOSED) {
        return false;
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
    return true;
  }
}
