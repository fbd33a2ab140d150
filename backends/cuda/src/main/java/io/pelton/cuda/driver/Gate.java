package io.pelton.cuda.driver;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets calls into a context pass for as long as it is alive, one at a time, so that nobody is
 * inside when a lost context is taken down. Each queue has a gate of its own, lest they wait for
 * one another.
 */
public final class Gate {
  private final CudaContext context;
  private final ReentrantLock lock = new ReentrantLock();

  Gate(CudaContext context) {
    this.context = context;
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
      isInside = !context.isRetired() && context.bindIfPossible();
      return isInside;
    } finally {
      if (!isInside) {
        lock.unlock();
      }
    }
  }

  public void leave() {
    lock.unlock();
  }

  /** Returns when nobody is inside who came before. */
  void awaitEmpty() {
    lock.lock();
    lock.unlock();
  }
}
