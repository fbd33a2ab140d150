package io.pelton.engine.guard;

import io.pelton.engine.error.ConcurrentUse;
import io.pelton.engine.error.RunCancelled;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Lets one thread in at a time, without a lock, and nobody after closing. */
public final class ExecutionGuard {
  private static final int IDLE = 0;
  private static final int RUNNING = 1;
  private static final int CLOSING = 2;
  private static final int CLOSED = 3;

  private final String subject;
  private final String remedy;
  private final AtomicInteger state = new AtomicInteger(IDLE);

  /** Read without order: a thread sees itself here exactly while it is inside. */
  private Thread inside;

  /**
   * @param subject what is guarded, as messages name it
   * @param remedy a sentence: what to do instead of using it from two threads
   */
  public ExecutionGuard(String subject, String remedy) {
    this.subject = subject;
    this.remedy = remedy;
  }

  /**
   * Begins a run.
   *
   * @throws ConcurrentUse when another one has not ended, or after closing
   */
  public void enter() {
    if (!state.compareAndSet(IDLE, RUNNING)) {
      throw refusal(state.get());
    }
    inside = Thread.currentThread();
  }

  /**
   * For what is only right while nothing runs.
   *
   * @throws ConcurrentUse when something does, or after closing
   */
  public void checkIdle() {
    int now = state.get();
    if (now != IDLE) {
      throw refusal(now);
    }
  }

  private ConcurrentUse refusal(int now) {
    boolean isClosed = now == CLOSING || now == CLOSED;
    return new ConcurrentUse(
        subject, isClosed ? "it is closed" : "another thread is running it", remedy);
  }

  /**
   * Lets a run that may be cut short go on, when it is neither closed nor interrupted. Leaves the
   * interrupt flag as it is.
   *
   * @throws RunCancelled otherwise
   */
  public void checkRunning() {
    if (state.get() == CLOSING) {
      throw new RunCancelled("the " + subject + " was closed");
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new RunCancelled("the calling thread was interrupted");
    }
  }

  /** {@link #enter}, the work, {@link #exit}. */
  public <T> T within(Supplier<T> work) {
    enter();
    try {
      return work.get();
    } finally {
      exit();
    }
  }

  /** {@link #within(Supplier)} for work without a result. */
  public void within(Runnable work) {
    enter();
    try {
      work.run();
    } finally {
      exit();
    }
  }

  /** Ends the run that {@link #enter} began. */
  public void exit() {
    inside = null;
    if (!state.compareAndSet(RUNNING, IDLE)) {
      synchronized (this) {
        state.set(CLOSED);
        notifyAll();
      }
    }
  }

  /** Waits for a run in progress; false when it was closed before. */
  public boolean close() {
    return close(() -> {});
  }

  /**
   * Lets nobody in any more and waits until a run in progress has ended, which {@link
   * #checkRunning} tells it to do. An interrupt is kept for later.
   *
   * @param stop called before the wait, if there is one: ends what the run itself waits for
   * @return true for the one caller that closed it, false when another one has
   * @throws IllegalStateException within the run that it would wait for
   */
  public boolean close(Runnable stop) {
    if (inside == Thread.currentThread()) {
      throw new IllegalStateException(
          "the " + subject + " can't be closed within its own run: it would wait for itself");
    }
    while (!state.compareAndSet(IDLE, CLOSED)) {
      if (state.compareAndSet(RUNNING, CLOSING)) {
        try {
          stop.run();
        } finally {
          awaitClosed();
        }
        return true;
      }
      int now = state.get();
      if (now == CLOSING || now == CLOSED) {
        awaitClosed();
        return false;
      }
    }
    return true;
  }

  private synchronized void awaitClosed() {
    boolean isInterrupted = false;
    while (state.get() != CLOSED) {
      try {
        wait();
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
