package io.pelton.cuda.driver;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets calls into a context pass for as long as it is alive, one at a time, so that nobody is
 * inside when a lost context is taken down. Each queue has a gate of its own, lest they wait for
 * one another.
 */
public final class Gate {
  private final CudaContext context;
  private final boolean isForRuns;
  private final ReentrantLock lock = new ReentrantLock();
  private boolean isShut;

  /**
   * @param isForRuns true where whoever uses it {@linkplain CurrentContext#forget forgets} the
   *     thread's context at the end of a run; others pass so rarely that it is bound each time
   */
  Gate(CudaContext context, boolean isForRuns) {
    this.context = context;
    this.isForRuns = isForRuns;
  }

  /**
   * Goes in, to be followed by {@link #leave}, with the context bound to this thread.
   *
   * @throws io.pelton.engine.error.DeviceLost when the context is lost
   */
  public void enter() {
    lock.lock();
    try {
      context.requireAlive();
      forget();
      context.bind();
    } catch (RuntimeException | Error e) {
      lock.unlock();
      throw e;
    }
  }

  /**
   * Goes in to release something, unless a lost context is taken down already, with all that is in
   * it: then there is nothing to leave. In one that is lost, but still there, calls fail.
   */
  public boolean enterToRelease() {
    lock.lock();
    boolean isInside = false;
    try {
      forget();
      isInside = !isShut && context.bindIfPossible();
      return isInside;
    } finally {
      if (!isInside) {
        lock.unlock();
      }
    }
  }

  public void leave() {
    forget();
    lock.unlock();
  }

  private void forget() {
    if (!isForRuns) {
      CurrentContext.forget();
    }
  }

  /** Lets nobody in any more; returns when nobody is inside. */
  void shut() {
    lock.lock();
    try {
      isShut = true;
    } finally {
      lock.unlock();
    }
  }
}
