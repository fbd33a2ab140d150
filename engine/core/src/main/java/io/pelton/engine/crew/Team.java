package io.pelton.engine.crew;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/**
 * Divides work among the thread that asks for it and helpers that have nothing else to do. Helpers
 * are shared by all teams of the process; where none is free, the asking thread does everything
 * itself and waits for nobody. One thread at a time uses a team. Runs allocate nothing but the
 * threads themselves, when they are first needed.
 */
public final class Team implements AutoCloseable {
  /** Looks before the asking thread goes to sleep. */
  private static final int SPINS = 2_000;

  private final Crew crew;
  private final Worker[] helpers;
  private final AtomicInteger next = new AtomicInteger();

  /** Helpers that were called and have not ended. */
  private final AtomicInteger pending = new AtomicInteger();

  private boolean hasJoined;
  private IntConsumer work;
  private int parts;
  private volatile Thread waiting;
  private Throwable failure;
  private int failedPart;

  /**
   * @param threads that work at the same time, at most; with 1, no thread is ever started
   */
  public Team(int threads) {
    this(threads, Crew.SHARED);
  }

  Team(int threads, Crew crew) {
    if (threads < 1) {
      throw new IllegalArgumentException("a team has at least 1 thread, not " + threads);
    }
    this.crew = crew;
    this.helpers = new Worker[threads - 1];
  }

  /** How many threads work at the same time, at most. */
  public int threads() {
    return helpers.length + 1;
  }

  /**
   * Does all parts, each on one thread, and returns when none is being done any more. When a part
   * fails, those that have not begun are left out. An interrupt is kept for later.
   *
   * @param count of parts
   * @param part does the part of that number, from 0 on; called on several threads at the same time
   * @throws RuntimeException what the first of the parts that failed threw; errors likewise
   */
  public void run(int count, IntConsumer part) {
    if (count < 2 || helpers.length == 0) {
      for (int i = 0; i < count; i++) {
        part.accept(i);
      }
      return;
    }
    if (!hasJoined) {
      crew.join(helpers.length);
      hasJoined = true;
    }
    begin(count, part);
    int asked = Math.min(helpers.length, count - 1);
    pending.set(asked);
    int called = crew.call(this, helpers, asked);
    pending.addAndGet(called - asked);
    doParts();
    for (int i = 0; i < called; i++) {
      if (helpers[i].takeBack(this)) {
        pending.decrementAndGet();
      }
      helpers[i] = null;
    }
    await();
    end();
  }

  private void begin(int count, IntConsumer part) {
    work = part;
    parts = count;
    failedPart = count;
    next.set(0);
  }

  /** On a helper's thread. */
  void help() {
    doParts();
    if (pending.decrementAndGet() == 0) {
      Thread asking = waiting;
      if (asking != null) {
        LockSupport.unpark(asking);
      }
    }
  }

  private void doParts() {
    for (int part = next.getAndIncrement(); part < parts; part = next.getAndIncrement()) {
      try {
        work.accept(part);
      } catch (Throwable e) {
        fail(part, e);
      }
    }
  }

  /** All parts before one that fails were begun before it, so that the first is always found. */
  private synchronized void fail(int part, Throwable cause) {
    next.set(parts);
    if (part < failedPart) {
      failedPart = part;
      failure = cause;
    }
  }

  private void await() {
    for (int i = 0; i < SPINS && pending.get() > 0; i++) {
      Thread.onSpinWait();
    }
    boolean isInterrupted = false;
    waiting = Thread.currentThread();
    while (pending.get() > 0) {
      LockSupport.park(this);
      isInterrupted |= Thread.interrupted();
    }
    waiting = null;
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void end() {
    work = null;
    Throwable cause = failure;
    failure = null;
    if (cause instanceof Error error) {
      throw error;
    }
    if (cause != null) {
      throw (RuntimeException) cause;
    }
  }

  /** Lets threads end that no other team wants; nothing runs by then. */
  @Override
  public void close() {
    if (hasJoined) {
      hasJoined = false;
      crew.leave(helpers.length);
    }
  }
}
